import EventLoop
import JSON
import PlaceClient
import PlaceProtocol

/// The one connection to the daemon, and the streams of the browsers that watch what it tells.
final class DaemonLink {
  private let loop: EventLoop
  private let socket: String?
  private var subscriber: PlaceSubscriber?
  private var isApproximate = false
  private var heartbeat: Timer?
  private var streams: [ObjectIdentifier: EventStream] = [:]
  private var lastID: UInt64 = 0

  /// Event streams open at one time.
  static let mostStreams = 64
  /// Seconds between comments on a silent stream.
  private static let heartbeatSeconds = 15.0

  /// What is known.
  private(set) var state = LiveState()
  /// Told when the daemon answers again, or not any more, with the reason.
  var onChange: (_ isConnected: Bool, _ reason: String?) -> Void = { _, _ in }

  /// A link to the daemon at `socket`; nil for the usual places.
  init(loop: EventLoop, socket: String?) {
    self.loop = loop
    self.socket = socket
  }

  /// Connects, and goes on doing so.
  func start() {
    subscribe(isApproximate: false)
    heartbeat = loop.timer(after: Self.heartbeatSeconds, every: Self.heartbeatSeconds) {
      [unowned self] in
      for stream in streams.values { stream.send(.heartbeat) }
    }
  }

  /// Ends it.
  func stop() {
    subscriber?.stop()
    heartbeat?.cancel()
  }

  private func subscribe(isApproximate: Bool) {
    self.isApproximate = isApproximate
    subscriber?.stop()
    let socket = socket
    let subscriber = PlaceSubscriber(
      loop: loop, place: { SocketPath(named: socket) },
      topics: isApproximate ? LiveState.approximateTopics : LiveState.preciseTopics
    ) { [unowned self] in handle($0) }
    self.subscriber = subscriber
    subscriber.start()
  }

  private func handle(_ event: PlaceSubscriber.Event) {
    switch event {
    case .connected(let hello):
      state.connect(hello)
      if (hello.access == .approximate) != isApproximate, hello.access != .denied {
        subscribe(isApproximate: hello.access == .approximate)
      }
    case .state(let members):
      state.replace(members, at: .now)
      onChange(true, nil)
      publishState()
      askAge()
    case .notification(let topic, let params): take(topic, params)
    case .disconnected(let error, _):
      state.disconnect(error)
      onChange(false, error.message)
      publishState()
    }
  }

  private func take(_ topic: String, _ params: JSONValue) {
    state.apply(topic: topic, params, at: .now)
    publish(topic, params, replaces: topic == Topic.fix.rawValue)
    guard topic == Topic.access.rawValue else { return }
    publishState()
    // More may be seen now than was asked for.
    if (state.accessLevel == .approximate) != isApproximate, state.accessLevel != .denied {
      subscribe(isApproximate: state.accessLevel == .approximate)
    }
  }

  /// The state does not say how old its fix is.
  private func askAge() {
    subscriber?.call(.fix) { [weak self] answer in
      guard let self, case .success(let result) = answer, let age = result["age_s"]?.double else {
        return
      }
      state.setAge(age, at: .now)
      publishState()
    }
  }

  /// Calls a method for a browser.
  func call(
    _ method: Method, _ params: JSONValue?,
    completion: @escaping (Result<JSONValue, ClientError>) -> Void
  ) {
    subscriber?.call(method, params, completion: completion)
  }

  // MARK: Streams

  /// A stream for another browser; nil when there are too many.
  func openStream() -> EventStream? {
    guard streams.count < Self.mostStreams else { return nil }
    let stream = EventStream { [weak self] in
      self?.stateFrame() ?? EventStream.Frame.heartbeat
    }
    let id = ObjectIdentifier(stream)
    streams[id] = stream
    stream.onEnd = { [weak self] in self?.streams[id] = nil }
    return stream
  }

  private func stateFrame() -> EventStream.Frame {
    frame("state", state.json(at: .now), replaces: true)
  }

  private func publishState() {
    guard !streams.isEmpty else { return }
    send(stateFrame())
  }

  private func publish(_ topic: String, _ params: JSONValue, replaces: Bool) {
    guard !streams.isEmpty else { return }
    send(frame(topic, params, replaces: replaces))
  }

  private func send(_ frame: EventStream.Frame) {
    for stream in streams.values { stream.send(frame) }
  }

  private func frame(_ topic: String, _ value: JSONValue, replaces: Bool) -> EventStream.Frame {
    lastID += 1
    var writer = JSONWriter(reservingCapacity: 1024)
    writer.value(value)
    return EventStream.Frame(topic: topic, id: lastID, data: writer.bytes, replaces: replaces)
  }
}
