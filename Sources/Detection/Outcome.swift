import Geography

/// What detection concluded. The daemon stores and publishes it.
public enum Outcome: Hashable, Sendable {
  /// A valid report; `ignored` when detection does not use it.
  case report(Fix, ignored: IgnoredReason?)
  /// The list of likely places is to be published.
  case likely(Likely, Fix, LikelyReason)
  /// A visit began.
  case arrived(Visit, reportedAt: UTCTime)
  /// A visit ended.
  case departed(Visit, reportedAt: UTCTime)
  /// An open visit's place or times changed without an arrival: a restart, an edited table.
  case visitChanged(Visit, reportedAt: UTCTime)
  /// A place was gone through without stopping.
  case passed(placeID: Int, at: UTCTime, reportedAt: UTCTime)
  /// The current place changed; inferred where that follows from a stop that was not seen whole.
  case current(placeID: Int?, since: UTCTime, isInferred: Bool)
  /// The selection ended because the vehicle left.
  case selectionEnded
  /// The state has something that must outlive a power cut: a provisional stop.
  case checkpoint
}
