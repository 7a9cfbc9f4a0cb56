import Detection
import Geography

/// What happened at once and is stored at once: all of it or, after a power cut, nothing.
public struct StoreEvent: Sendable {
  /// What becomes of the selection.
  public enum SelectionChange: Hashable, Sendable {
    /// It stays.
    case none
    /// Another place was picked.
    case set(StoredSelection)
    /// Nothing is picked any more.
    case cleared
  }

  /// Visits that began, ended or changed.
  public var visits: [Visit]
  /// The detector's state after the event.
  public var detectorState: [UInt8]?
  /// What becomes of the selection.
  public var selection: SelectionChange
  /// What the user taught with it.
  public var lessons: [StoredLesson]
  /// From when to when the vehicle stood where he taught it: what was taught there before by a
  /// selection or a correction is taken back, as he now says something else of the same stop.
  public var retracted: ClosedRange<UTCTime>?
  /// Changes of health since the last event, the oldest first. They are written with an event and
  /// make none by themselves.
  public var health: [StoredHealth]

  /// An event.
  public init(
    visits: [Visit] = [], detectorState: [UInt8]? = nil, selection: SelectionChange = .none,
    lessons: [StoredLesson] = [], retracted: ClosedRange<UTCTime>? = nil,
    health: [StoredHealth] = []
  ) {
    self.visits = visits
    self.detectorState = detectorState
    self.selection = selection
    self.lessons = lessons
    self.retracted = retracted
    self.health = health
  }

  /// Nothing in it to store.
  public var isEmpty: Bool {
    visits.isEmpty && detectorState == nil && selection == .none && lessons.isEmpty
      && retracted == nil
  }
}
