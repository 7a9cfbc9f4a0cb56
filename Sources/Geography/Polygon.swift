/// The outline of a place: rings around areas and around the holes in them.
///
/// A point is inside when it lies within an odd number of rings, so that holes, islands in holes and
/// several areas need no order and no orientation.
public struct Polygon: Hashable, Sendable {
  /// Closed rings, the closing point not repeated; each of three points at least.
  public let rings: [[Coordinate]]

  /// Nil unless there is a ring, and each has three points at least. A repeated closing point is
  /// dropped.
  public init?(rings: [[Coordinate]]) {
    let open = rings.map { $0.count > 1 && $0.first == $0.last ? Array($0.dropLast()) : $0 }
    guard !open.isEmpty, open.allSatisfy({ $0.count >= 3 }) else { return nil }
    self.rings = open
  }

  /// Distance in metres from `position` to the nearest edge, negative inside.
  ///
  /// Exact in the flat frame around `position`; one pass over the edges gives both the side, by the
  /// even-odd rule (Shimrat, CACM 5(8), 1962), and the distance.
  public func signedDistance(from position: Coordinate) -> Double {
    let frame = LocalFrame(origin: position)
    var isInside = false
    var nearest = Double.infinity
    for ring in rings {
      var previous = frame.point(ring[ring.count - 1])
      for corner in ring {
        let point = frame.point(corner)
        if (point.north > 0) != (previous.north > 0),
          0 < (previous.east - point.east) * -point.north / (previous.north - point.north)
            + point.east
        {
          isInside.toggle()
        }
        nearest = min(nearest, Self.squaredDistanceFromOrigin(previous, point))
        previous = point
      }
    }
    return isInside ? -nearest.squareRoot() : nearest.squareRoot()
  }

  /// The area in square metres, holes taken out, by the surveyor's formula in the flat frame around
  /// the first corner. A ring inside an odd number of others is a hole.
  public var areaSquareMeters: Double {
    let frame = LocalFrame(origin: rings[0][0])
    var area = 0.0
    for (index, ring) in rings.enumerated() {
      var twice = 0.0
      var previous = frame.point(ring[ring.count - 1])
      for corner in ring {
        let point = frame.point(corner)
        twice += previous.east * point.north - point.east * previous.north
        previous = point
      }
      let around = rings.indices.count { $0 != index && Self.contains(rings[$0], ring[0]) }
      area += (around.isMultiple(of: 2) ? 1 : -1) * abs(twice) / 2
    }
    return max(0, area)
  }

  private static func contains(_ ring: [Coordinate], _ position: Coordinate) -> Bool {
    Polygon(rings: [ring]).map { $0.signedDistance(from: position) < 0 } ?? false
  }

  private static func squaredDistanceFromOrigin(
    _ start: LocalFrame.Point, _ end: LocalFrame.Point
  ) -> Double {
    let (east, north) = (end.east - start.east, end.north - start.north)
    let squaredLength = east * east + north * north
    let along =
      squaredLength > 0
      ? min(1, max(0, -(start.east * east + start.north * north) / squaredLength)) : 0
    let (nearEast, nearNorth) = (start.east + along * east, start.north + along * north)
    return nearEast * nearEast + nearNorth * nearNorth
  }
}
