import JSON
import SQLite

/// Which missed events are published: not those that are known, and none of a time before this bridge
/// came into being.
final class EventHistory {
  private static let oldestFact = "oldest_event"
  /// Events that were published and could not be remembered in the queue.
  private static let mostUnsaved = 1000

  private let queue: EventQueue
  private let historySeconds: Double?
  /// Milliseconds since 1970 of the oldest event that counts; nil before the very first search.
  private var oldest: Int64?
  private var unsaved: Set<Int> = []

  /// The history of `queue`. `historySeconds`: how old events are that the first start publishes; nil
  /// for all.
  init(_ queue: EventQueue, historySeconds: Double?) {
    self.queue = queue
    self.historySeconds = historySeconds
    oldest = (try? queue.fact(Self.oldestFact)).flatMap { $0 }.flatMap { Int64($0) }
  }

  /// No search was ever made.
  var isNew: Bool { oldest == nil }

  /// Begins with the newest visit there is: events older than the history before it never count.
  func begin(newest: JSONValue?) throws(SQLiteError) {
    let times = newest.map { MissedEvent.all(in: [$0]).map(\.time.milliseconds) } ?? []
    var oldest = Int64.min
    if let newest = times.max(), let historySeconds {
      // Without history what is known at this moment is old already.
      oldest = historySeconds == 0 ? newest + 1 : newest - Int64(historySeconds * 1000)
    }
    self.oldest = oldest
    try queue.setFact(Self.oldestFact, String(oldest))
  }

  /// Whether an event that was missed is to be published.
  func wants(_ event: MissedEvent) -> Bool {
    guard event.time.milliseconds >= oldest ?? .min, !unsaved.contains(event.id) else {
      return false
    }
    return (try? queue.isKnown(event.id)) == false
  }

  /// The event was published, and the queue could not take it.
  func markUnsaved(_ event: Int) {
    if unsaved.count < Self.mostUnsaved { unsaved.insert(event) }
  }

  /// Whether the event was published without the queue.
  func isUnsaved(_ event: Int) -> Bool { unsaved.contains(event) }
}
