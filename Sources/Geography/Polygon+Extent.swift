extension Polygon {
  /// The middle of the box around all corners. It lies near the middle of the smallest circle that
  /// holds the polygon, does not depend on how densely an edge is drawn, and may lie outside of it.
  ///
  /// A polygon that crosses the meridian of 180° is one whose corners lie on both sides of it, within
  /// half a turn when measured across it.
  public var center: Coordinate {
    Self.center(of: rings.joined())
  }

  /// Radius in metres of the circle around `center` that holds every corner.
  public func radiusMeters(around center: Coordinate) -> Double {
    rings.joined().lazy.map { center.distance(to: $0) }.max() ?? 0
  }

  /// The middle of the box around some positions, taken across the meridian of 180° where that box
  /// is the smaller one.
  public static func center(of positions: some Sequence<Coordinate>) -> Coordinate {
    var (south, north) = (Double.infinity, -Double.infinity)
    var (west, east) = (Double.infinity, -Double.infinity)
    var (turnedWest, turnedEast) = (Double.infinity, -Double.infinity)
    for position in positions {
      south = min(south, position.latitude)
      north = max(north, position.latitude)
      west = min(west, position.longitude)
      east = max(east, position.longitude)
      let turned = position.longitude < 0 ? position.longitude + 360 : position.longitude
      turnedWest = min(turnedWest, turned)
      turnedEast = max(turnedEast, turned)
    }
    precondition(south <= north, "no positions")
    let isTurned = turnedEast - turnedWest < east - west
    return Coordinate(
      clampingLatitude: (south + north) / 2,
      wrappingLongitude: isTurned ? (turnedWest + turnedEast) / 2 : (west + east) / 2)
  }
}
