import EventLoop
import JSON
import PlaceClient
import PlaceProtocol

/// A subscription that a command follows until it has enough.
///
/// Where the daemon cannot be reached at first, or refuses, the command fails; a connection that is
/// lost later is made anew, which is told once each time.
final class EventStream {
  /// What the command is told; returning true ends the stream.
  struct Handlers {
    var state: (JSONValue) -> Bool = { _ in false }
    var notification: (_ topic: String, _ params: JSONValue) -> Bool
  }

  private let context: CommandContext
  private let loop: EventLoop
  private let handlers: Handlers
  private var subscriber: PlaceSubscriber?
  private var hasBeenConnected = false
  private var isLost = false
  private var failure: CommandError?

  init(_ context: CommandContext, loop: EventLoop, handlers: Handlers) {
    self.context = context
    self.loop = loop
    self.handlers = handlers
  }

  /// An event loop, or why there can be none.
  static func loop() throws(CommandError) -> EventLoop {
    do throws(SystemError) {
      return try EventLoop()
    } catch {
      throw CommandError(.failed, "system", "\(error)")
    }
  }

  /// Follows `topics` until a handler has enough, or `seconds` have gone: then false.
  func run(_ topics: [Topic], timeout seconds: Double? = nil) throws(CommandError) -> Bool {
    var isTimedOut = false
    if let seconds {
      loop.timer(after: seconds) { [unowned loop] in
        isTimedOut = true
        loop.stop()
      }
    }
    let place = context.socket
    subscriber = PlaceSubscriber(
      loop: loop, place: { [context, unowned self] in hasBeenConnected ? context.socket : place },
      topics: topics
    ) { [unowned self] in receive($0) }
    subscriber?.start()
    defer { subscriber?.stop() }
    if failure == nil {
      do throws(SystemError) {
        try loop.run()
      } catch {
        throw CommandError(.failed, "system", "\(error)")
      }
    }
    if let failure { throw failure }
    return !isTimedOut
  }

  private func receive(_ event: PlaceSubscriber.Event) {
    switch event {
    case .connected(let hello): context.noteVersion(hello)
    case .state(let state):
      if isLost { context.output.note("connected again") }
      hasBeenConnected = true
      isLost = false
      if handlers.state(state) { loop.stop() }
    case .notification(let topic, let params):
      if handlers.notification(topic, params) { loop.stop() }
    case .disconnected(let error, _):
      let mayPass = [.notRunning, .unreachable, .lost, .timedOut].contains(error.code)
      guard hasBeenConnected, mayPass else {
        failure = CommandError(error)
        loop.stop()
        return
      }
      if !isLost { context.output.note("the connection was lost (\(error.message)); trying again") }
      isLost = true
    }
  }
}
