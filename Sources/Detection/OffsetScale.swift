import Geography
import Glibc

/// How far from a place one comes to rest: the scale τ, in metres an axis, of the offset between a
/// place's extent and the stop. A walker stands at the door, a driver parks down the road.
///
/// τ is not one number but a distribution over a few, which every confirmation sharpens by Bayes'
/// rule. What several places taught is added up, so that a place removed takes its part with it.
struct OffsetScale: Hashable {
  /// The scales considered, in metres. The ratio of 1.5 is finer than a few dozen confirmations can
  /// tell apart; the range spans a door to a large car park. More or finer scales cost time only.
  static let scales: [Double] = [3, 5, 8, 12, 18, 27, 40, 60, 90]

  /// Logarithm of the weight of each scale before anything was confirmed: a median near 13 m, half of
  /// it between 7 and 25. Heavier large scales would label stops at strangers' doors; lighter ones
  /// would take a driver longer to be believed.
  static let prior: [Double] = [0.10, 0.12, 0.14, 0.16, 0.18, 0.16, 0.09, 0.04, 0.01].map {
    log($0)
  }

  /// Sum of the logarithms of the probability of each confirmed stop, by scale.
  var evidence = [Double](repeating: 0, count: scales.count)

  /// The weight of each scale, summing to 1.
  var weights: [Double] {
    let logs = zip(Self.prior, evidence).map { $0 + $1 }
    let greatest = logs.max() ?? 0
    let weights = logs.map { exp($0 - greatest) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// Adds what another place taught, faded by `factor`.
  mutating func add(_ other: [Double], fadedBy factor: Double) {
    for index in evidence.indices { evidence[index] += other[index] * factor }
  }
}
