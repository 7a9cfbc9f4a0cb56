import Geography
import JSON
import Places

/// The place that the vehicle is at, with hysteresis; also nowhere is a state.
public struct CurrentMessage: Hashable, Sendable {
  /// The place; nil for none.
  public var place: Place?
  /// Since when.
  public var since: UTCTime?

  /// A current place.
  public init(place: Place?, since: UTCTime?) {
    self.place = place
    self.since = since
  }

  /// Writes `place`, which may be null, and `since`.
  public func members(to writer: inout JSONWriter) {
    writer.nullable("place", place) { $0.value($1) }
    writer.member("since", since)
  }
}
