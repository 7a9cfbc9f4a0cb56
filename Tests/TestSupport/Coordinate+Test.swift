import Geography

/// The coordinate at `latitude` and `longitude`, which a test wrote down and which is in range.
public func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)!
}
