import JSON
import Places

/// A place in a list, with what the list is about.
public struct PlaceEntry: Hashable, Sendable {
  /// The place.
  public var place: Place
  /// Metres from the position asked about to its edge, 0 inside.
  public var distanceMeters: Double?
  /// Degrees clockwise from north, from the position asked about to its centre, 0 ..< 360.
  public var bearingDegrees: Double?
  /// Probability that this is the place.
  public var likelihood: Double?
  /// Probability that the position lies inside its extent.
  public var within: Double?

  /// An entry.
  public init(
    place: Place, distanceMeters: Double? = nil, bearingDegrees: Double? = nil,
    likelihood: Double? = nil, within: Double? = nil
  ) {
    self.place = place
    self.distanceMeters = distanceMeters
    self.bearingDegrees = bearingDegrees
    self.likelihood = likelihood
    self.within = within
  }
}

extension JSONValue {
  /// The entry as a client reads it.
  public init(writing entry: PlaceEntry) {
    var writer = JSONWriter()
    writer.value(entry)
    // What the writer makes is JSON; anything else would be its own mistake.
    self = (try? JSONValue(parsing: writer.bytes)) ?? .null
  }
}
