import Geography
import Glibc

/// Measures great-circle distances from one position to many on the curve's grid, by the haversine
/// formula as `Coordinate.distance` does.
///
/// Within 0.05 rad, 300 km, sines and cosines are the first terms of their series, which are right to
/// 0.1 mm there: a query measures hundreds of places, and the C library's functions took most of its
/// time.
package struct GridRuler {
  private static let radiansPerStep = 2 * Double.pi / Double(CurvePosition.turn)
  private static let halfTurn = Double(CurvePosition.turn) / 2
  private static let nearby = 0.05

  private let latitude: Double
  private let longitude: Double
  private let sine: Double
  private let cosine: Double

  package init(from center: Coordinate) {
    latitude = (center.latitude + 90) * CurvePosition.stepsPerDegree
    longitude = (center.longitude + 180) * CurvePosition.stepsPerDegree
    sine = sin(center.latitude * .pi / 180)
    cosine = cos(center.latitude * .pi / 180)
  }

  /// Metres to the grid position.
  @inline(__always)
  package func meters(latitude: UInt32, longitude: UInt32) -> Double {
    let north = (Double(latitude) - self.latitude) * Self.radiansPerStep
    var steps = Double(longitude) - self.longitude
    if steps > Self.halfTurn {
      steps -= 2 * Self.halfTurn
    } else if steps < -Self.halfTurn {
      steps += 2 * Self.halfTurn
    }
    let east = steps * Self.radiansPerStep
    guard abs(north) < Self.nearby, abs(east) < Self.nearby else { return far(north, east) }
    let squared = north * north
    let cosineThere =
      cosine * (1 - squared / 2 * (1 - squared / 12))
      - sine * north * (1 - squared / 6 * (1 - squared / 20))
    let (halfNorth, halfEast) = (Self.smallSine(north / 2), Self.smallSine(east / 2))
    let square = halfNorth * halfNorth + cosine * cosineThere * halfEast * halfEast
    let chord = max(0, square).squareRoot()
    let arc = chord * (1 + square * (1.0 / 6 + square * (3.0 / 40)))
    return 2 * Coordinate.earthRadiusMeters * arc
  }

  @inline(__always)
  private static func smallSine(_ x: Double) -> Double {
    let squared = x * x
    return x * (1 - squared / 6 * (1 - squared / 20))
  }

  private func far(_ north: Double, _ east: Double) -> Double {
    let cosineThere = cosine * cos(north) - sine * sin(north)
    let (halfNorth, halfEast) = (sin(north / 2), sin(east / 2))
    let square = halfNorth * halfNorth + cosine * cosineThere * halfEast * halfEast
    return 2 * Coordinate.earthRadiusMeters * asin(min(1, max(0, square).squareRoot()))
  }
}
