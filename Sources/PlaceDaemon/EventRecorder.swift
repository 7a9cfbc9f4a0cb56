import Detection
import EventLoop
import PlaceProtocol
import PlaceStore

/// Writes what happened to the database: visits and the selection with the state of detection and the
/// changes of health, all of it at once. Nothing is written while nothing happens.
///
/// What detection concluded and the disk did not take is kept here, and written as soon as it does.
final class EventRecorder {
  private let database: PlaceDatabase
  private let health: HealthRegistry
  private let loop: EventLoop
  /// The state of detection at the moment.
  private let state: () -> DetectorState
  private var savedState: [UInt8]?
  /// What waits for room on the disk.
  private var waiting = StoreEvent()
  private var retry: Timer?
  /// Visits that may wait; weeks of driving with a full disk.
  private static let mostWaiting = 1000
  /// Seconds between two attempts to write what waits.
  private static let retrySeconds = 30.0

  init(
    database: PlaceDatabase, health: HealthRegistry, loop: EventLoop,
    state: @escaping () -> DetectorState
  ) {
    self.database = database
    self.health = health
    self.loop = loop
    self.state = state
  }

  /// The state that an earlier run stored; nil for none, or one of another version.
  func restore() throws(StoreError) -> DetectorState? {
    savedState = try database.store.detectorState()
    return savedState.flatMap { StateCoding.state(from: $0) }
  }

  /// Stores an event; durable when this returns. What it cannot store it forgets: the user is told.
  func commit(_ event: StoreEvent = StoreEvent()) throws(ProtocolError) {
    var whole = merged(event)
    let state = StateCoding.bytes(of: state())
    let changes = health.unkept
    whole.detectorState = state
    whole.health = changes.map { StoredHealth($0) }
    let complete = whole
    try database.write { (store) throws(StoreError) in try store.record(complete) }
    savedState = state
    health.keep(changes.count)
    waiting = StoreEvent()
    retry?.cancel()
    retry = nil
  }

  /// Stores what detection concluded. What the disk does not take waits.
  func keep(_ event: StoreEvent) {
    do throws(ProtocolError) {
      try commit(event)
    } catch {
      waiting = merged(event)
      waiting.visits.removeFirst(max(0, waiting.visits.count - Self.mostWaiting))
      guard retry == nil else { return }
      retry = loop.timer(after: Self.retrySeconds, every: Self.retrySeconds) { [weak self] in
        try? self?.flush()
      }
    }
  }

  /// Writes what waits.
  func flush() throws(ProtocolError) {
    if !waiting.isEmpty { try commit() }
  }

  /// Forgets visits that have not ended, since the state of an earlier run knows better.
  func dropOpenVisits() { waiting.visits.removeAll(where: \.isOpen) }

  private func merged(_ event: StoreEvent) -> StoreEvent {
    guard !waiting.isEmpty else { return event }
    var whole = event
    whole.visits = waiting.visits.filter { old in !event.visits.contains { $0.id == old.id } }
    whole.visits += event.visits
    if event.selection == .none { whole.selection = waiting.selection }
    return whole
  }

  /// Stores the state of detection between two events, such as a provisional stop, where it is
  /// another than the one that is stored.
  func saveState() {
    // It stands for what waits, too, and is never stored without it.
    guard waiting.isEmpty else {
      try? commit()
      return
    }
    let bytes = StateCoding.bytes(of: state())
    guard bytes != savedState, database.failure == nil, !database.store.isReadOnly else { return }
    let isSaved =
      (try? database.write { (store) throws(StoreError) in try store.saveDetectorState(bytes) })
      != nil
    if isSaved { savedState = bytes }
  }

  /// Stores what a clean stop must not lose.
  func stop() {
    retry?.cancel()
    guard database.failure == nil, !database.store.isReadOnly else { return }
    if health.unkept.isEmpty { saveState() } else { try? commit() }
  }
}
