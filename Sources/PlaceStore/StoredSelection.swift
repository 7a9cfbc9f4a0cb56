import Geography

/// The place that the user picked, and when.
public struct StoredSelection: Hashable, Sendable {
  /// The place's number.
  public var placeID: Int
  /// When it was picked.
  public var since: UTCTime

  /// A picked place.
  public init(placeID: Int, since: UTCTime) {
    self.placeID = placeID
    self.since = since
  }
}
