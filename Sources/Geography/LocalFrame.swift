#if canImport(Glibc)
  import Glibc
#endif

/// A flat map around an origin: metres east and north of it.
///
/// Equirectangular, with the longitude taken the short way round, so that it works across ±180°.
/// Within 100 km of the origin and 80° of the equator distances are right to 1 %; it is for extents
/// and stops, not for journeys.
public struct LocalFrame: Sendable {
  /// Metres east and north of the frame's origin.
  public struct Point: Hashable, Sendable {
    /// Metres east.
    public var east: Double
    /// Metres north.
    public var north: Double

    /// The point `east` metres east and `north` metres north of the origin.
    public init(east: Double, north: Double) {
      self.east = east
      self.north = north
    }

    /// Distance to `other` in metres.
    public func distance(to other: Point) -> Double {
      ((east - other.east) * (east - other.east) + (north - other.north) * (north - other.north))
        .squareRoot()
    }
  }

  /// Where (0, 0) is.
  public let origin: Coordinate
  private let metersPerLongitude: Double

  /// A frame around `origin`.
  public init(origin: Coordinate) {
    self.origin = origin
    metersPerLongitude =
      Coordinate.metersPerDegree * max(1e-6, cos(origin.latitude * .pi / 180))
  }

  /// `coordinate` in metres from the origin.
  public func point(_ coordinate: Coordinate) -> Point {
    var east = coordinate.longitude - origin.longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    return Point(
      east: east * metersPerLongitude,
      north: (coordinate.latitude - origin.latitude) * Coordinate.metersPerDegree)
  }

  /// The coordinate at `point`.
  public func coordinate(_ point: Point) -> Coordinate {
    Coordinate(
      clampingLatitude: origin.latitude + point.north / Coordinate.metersPerDegree,
      wrappingLongitude: origin.longitude + point.east / metersPerLongitude)
  }
}
