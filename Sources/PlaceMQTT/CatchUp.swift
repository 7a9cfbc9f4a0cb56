import Geography
import JSON
import PlaceClient
import PlaceProtocol

/// Finds the arrivals and departures that this client was not told, after each connection to the
/// daemon: it walks back through the visits, a page at a time, to where everything is known, and then
/// forward again, so that one page is in memory at a time and the events come in their order.
final class CatchUp {
  /// Visits of a page. A visit with its alternatives has some 3 KB.
  private static let pageSize = 25
  /// Pages that are walked back: 10 000 visits.
  private static let mostPages = 400

  private let call: (JSONValue, @escaping (Result<JSONValue, ClientError>) -> Void) -> Void
  private let isWanted: (MissedEvent) -> Bool
  private let deliver: (MissedEvent) -> Void
  private let finished: (ClientError?) -> Void

  private var cursors: [String?] = [nil]
  private var isCancelled = false

  /// A walk, not yet begun.
  ///
  /// - Parameters:
  ///   - call: Asks the daemon for `visits` with these params.
  ///   - isWanted: The event is not known, and not too old.
  ///   - deliver: Takes an event that is wanted.
  ///   - finished: Is called once, with what went wrong.
  init(
    call: @escaping (JSONValue, @escaping (Result<JSONValue, ClientError>) -> Void) -> Void,
    isWanted: @escaping (MissedEvent) -> Bool, deliver: @escaping (MissedEvent) -> Void,
    finished: @escaping (ClientError?) -> Void
  ) {
    self.call = call
    self.isWanted = isWanted
    self.deliver = deliver
    self.finished = finished
  }

  /// Begins.
  func start() { walkBack() }

  /// Nothing is delivered any more, and `finished` is not called.
  func cancel() { isCancelled = true }

  private func fetch(_ body: @escaping (_ events: [MissedEvent], _ next: String?) -> Void) {
    var params: [JSONValue.Member] = [.init("limit", .integer(Int64(Self.pageSize)))]
    if let cursor = cursors[cursors.count - 1] { params.append(.init("cursor", .string(cursor))) }
    call(.object(params)) { [weak self] answer in
      guard let self, !isCancelled else { return }
      switch answer {
      case .success(let page):
        body(MissedEvent.all(in: page["visits"]?.array ?? []), page["cursor"]?.string)
      case .failure(let error):
        isCancelled = true
        finished(error)
      }
    }
  }

  private func walkBack() {
    fetch { [unowned self] events, next in
      if let next, cursors.count < Self.mostPages, events.contains(where: isWanted) {
        cursors.append(next)
        walkBack()
      } else {
        take(events)
      }
    }
  }

  private func walkForward() { fetch { [unowned self] events, _ in take(events) } }

  private func take(_ events: [MissedEvent]) {
    for event in events where isWanted(event) { deliver(event) }
    cursors.removeLast()
    if cursors.isEmpty { finished(nil) } else { walkForward() }
  }
}
