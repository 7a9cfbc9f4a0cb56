import Geography

/// A coordinate as the database keeps it: whole units of 1e-7°, 11 mm along a meridian.
package struct FixedPoint: Hashable, Sendable {
  /// Units north.
  package var latitude: Int
  /// Units east.
  package var longitude: Int

  package init(latitude: Int, longitude: Int) {
    self.latitude = latitude
    self.longitude = longitude
  }

  package init(_ coordinate: Coordinate) {
    latitude = Int((coordinate.latitude * 1e7).rounded())
    longitude = Int((coordinate.longitude * 1e7).rounded())
  }

  /// The coordinate; what a damaged file has out of range is brought into it.
  package var coordinate: Coordinate {
    Coordinate(
      clampingLatitude: Double(latitude) / 1e7, wrappingLongitude: Double(longitude) / 1e7)
  }
}
