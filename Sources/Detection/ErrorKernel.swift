import Geography

/// A distribution of displacements as a sum of round normal ones.
///
/// What a receiver states as its error is itself uncertain: it may be 0.6, 1, 1.5 or 4 times as much.
struct ErrorKernel {
  /// One normal distribution of the sum.
  struct Component: Hashable {
    /// Square metres an axis.
    var variance: Double
    /// Share of the sum; all shares make 1.
    var weight: Double
  }

  /// The true error in units of the stated one, and how often. Measured as the mixture that predicts
  /// stops best in the evaluation; without it one outlier outweighs a year of visits.
  static let errorRatios: [(ratio: Double, weight: Double)] = [
    (0.6, 0.25), (1, 0.45), (1.5, 0.25), (4, 0.05),
  ]

  /// The smallest standard error of an axis that is believed, in metres. Receivers that state less
  /// are wrong about multipath (research: fixes 200 m off with an accuracy of 1.9 m).
  static let leastSigma = 4.0

  /// The components, of rising variance.
  let components: [Component]

  /// The error of a receiver that states `sigma`, and after it another displacement of each of
  /// `scales` metres an axis with its weight.
  ///
  /// Components of nearly the same variance are joined, their mean variance kept: what is left costs
  /// a third of the time and changes no likelihood by a thousandth.
  init(sigma: Double, scales: [(scale: Double, weight: Double)] = [(0, 1)]) {
    let stated = max(Self.leastSigma, sigma)
    var all: [Component] = []
    all.reserveCapacity(scales.count * Self.errorRatios.count)
    for (scale, weight) in scales where weight > 1e-4 {
      for (ratio, share) in Self.errorRatios {
        let error = stated * ratio
        all.append(Component(variance: error * error + scale * scale, weight: weight * share))
      }
    }
    all.sort { $0.variance < $1.variance }
    var joined: [Component] = []
    var limit = 0.0
    for component in all {
      if component.variance <= limit {
        let last = joined[joined.count - 1]
        let weight = last.weight + component.weight
        joined[joined.count - 1] = Component(
          variance: (last.variance * last.weight + component.variance * component.weight) / weight,
          weight: weight)
      } else {
        joined.append(component)
        limit = component.variance * 1.35
      }
    }
    components = joined
  }

  /// Density per square metre, at the position that `disc` is seen from, of displaced points of it.
  func density(_ disc: EquivalentDisc) -> Double {
    components.reduce(0) { $0 + $1.weight * disc.density(variance: $1.variance) }
  }
}
