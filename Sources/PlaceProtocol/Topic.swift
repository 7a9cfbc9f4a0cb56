/// What a subscriber can be told about.
public enum Topic: String, Hashable, Sendable, CaseIterable {
  /// Every valid report of the receiver.
  case fix
  /// The list of likely places was computed anew and differs.
  case likely
  /// A place was selected, or the selection was cleared or ended.
  case selected
  /// A visit began.
  case arrived
  /// A visit ended.
  case departed
  /// A place was gone through without stopping.
  case passed
  /// A visit was corrected or removed.
  case visit
  /// The current place changed.
  case current
  /// Locality, region or country changed.
  case here
  /// The state of the source changed.
  case source
  /// What this connection may see changed.
  case access
  /// The place table changed.
  case places
  /// Notifications were dropped for a slow reader; comes unasked.
  case lagged
}
