import Geography
import Glibc

/// The disc that stands for a place's extent as seen from one position: the circle itself, or for an
/// outline the disc of equal area whose edge is as far away.
struct EquivalentDisc: Hashable {
  /// Metres from the position to the disc's centre.
  var distance: Double
  /// Its radius in metres.
  var radius: Double

  /// The extent of a place without one, in metres: a shop front, not a mathematical point.
  static let pointRadius = 8.0

  init(distance: Double, radius: Double) {
    self.distance = distance
    self.radius = radius
  }

  /// The extent of `place` as seen from `position`; `signedDistance` is the distance to its edge.
  init(of place: Candidate, from position: Coordinate, signedDistance: Double) {
    if let polygon = place.polygon {
      radius = max(Self.pointRadius, (polygon.areaSquareMeters / .pi).squareRoot())
      distance = max(0, signedDistance + radius)
    } else {
      radius = max(Self.pointRadius, place.radiusMeters)
      distance = max(0, signedDistance + place.radiusMeters)
    }
  }

  /// Probability that a point lies inside the disc which is normally distributed around the position
  /// with `sigma` metres an axis.
  ///
  /// The exact integral over one axis, ∫ φ((x−d)/σ)/σ · erf(√(R²−x²)/(σ√2)) dx over |x| ≤ R, by
  /// Gauss and Legendre's rule with 12 nodes; right to 0.003.
  func probabilityInside(sigma: Double) -> Double {
    let (low, high) = (max(-radius, distance - 6 * sigma), min(radius, distance + 6 * sigma))
    if high <= low { return 0 }
    if radius - distance > 6 * sigma { return 1 }
    let (middle, half) = ((high + low) / 2, (high - low) / 2)
    var sum = 0.0
    for (node, weight) in GaussLegendre.rule {
      for x in [middle - half * node, middle + half * node] {
        let z = (x - distance) / sigma
        let chord = max(0, radius * radius - x * x).squareRoot()
        sum += weight * exp(-z * z / 2) * erf(chord / (sigma * 2.0.squareRoot()))
      }
    }
    return min(1, sum * half / (sigma * (2 * .pi).squareRoot()))
  }

  /// Density, per square metre at the position, of points that are uniform in the disc and then
  /// displaced normally with `variance` square metres an axis.
  ///
  /// A disc much smaller than the displacement only widens it, by its own variance R²/4.
  func density(variance: Double) -> Double {
    if radius * radius < variance {
      let widened = variance + radius * radius / 4
      return exp(-distance * distance / (2 * widened)) / (2 * .pi * widened)
    }
    return probabilityInside(sigma: variance.squareRoot()) / (.pi * radius * radius)
  }
}

extension Candidate {
  /// Probability that the true position lies inside the extent, for one standard error of `sigma`
  /// metres an axis around `position`; `signedDistance` is the distance to the edge.
  ///
  /// For an outline the error is split into seven smaller ones, a middle and a ring of six with the
  /// same variance in all, and the edge is taken as straight within each.
  func probabilityInside(
    at position: Coordinate, sigma: Double, signedDistance: Double
  ) -> Double {
    guard let polygon else {
      return EquivalentDisc(of: self, from: position, signedDistance: signedDistance)
        .probabilityInside(sigma: sigma)
    }
    if abs(signedDistance) > 5 * sigma { return signedDistance < 0 ? 1 : 0 }
    let (small, ring, ringWeight) = (0.55 * sigma, 1.364 * sigma, 0.75)
    var probability = (1 - ringWeight) * normalTail(signedDistance / small)
    for step in 0..<6 {
      let moved = position.moved(ring, towards: Double(step) * 60)
      probability += ringWeight / 6 * normalTail(polygon.signedDistance(from: moved) / small)
    }
    return probability
  }
}

/// Probability that a standard normal variable exceeds `z`.
func normalTail(_ z: Double) -> Double { erfc(z / 2.0.squareRoot()) / 2 }

/// Nodes and weights of the rule with 12 nodes on -1 ... 1, the positive half (Abramowitz and
/// Stegun, table 25.4).
private enum GaussLegendre {
  static let rule: [(node: Double, weight: Double)] = [
    (0.125233408511469, 0.249147045813403), (0.367831498998180, 0.233492536538355),
    (0.587317954286617, 0.203167426723066), (0.769902674194305, 0.160078328543346),
    (0.904117256370475, 0.106939325995318), (0.981560634246719, 0.047175336386512),
  ]
}
