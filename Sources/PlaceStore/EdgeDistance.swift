import Geography

/// How far a position is from the edge of a place.
package enum EdgeDistance {
  /// Metres to the edge, 0 inside, from the distance to the centre, the radius of the circle that
  /// holds all of the place, and the signed distance to its outline where it has one.
  ///
  /// Far away the outline's flat map is not to be trusted: the edge is never nearer than the circle's
  /// and never further than its far side.
  @inline(__always)
  package static func meters(
    toCenter: Double, radiusMeters: Double, toOutline: Double?
  ) -> Double {
    guard let toOutline else { return max(0, toCenter - radiusMeters) }
    return max(0, toCenter - radiusMeters, min(toOutline, toCenter + radiusMeters))
  }

  /// Metres from `position` to the edge of a place, 0 inside.
  package static func meters(
    from position: Coordinate, to center: Coordinate, radiusMeters: Double, polygon: Polygon?
  ) -> Double {
    meters(
      toCenter: position.distance(to: center), radiusMeters: radiusMeters,
      toOutline: polygon?.signedDistance(from: position))
  }
}
