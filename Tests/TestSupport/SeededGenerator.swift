import Glibc

/// SplitMix64 (Steele et al., OOPSLA 2014): the same numbers on every machine.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// A generator whose numbers depend on `seed` alone; tests print it when they fail.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number from a normal distribution, by Box and Muller's method.
  public mutating func normal(mean: Double = 0, deviation: Double = 1) -> Double {
    let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self)))
    return mean + deviation * radius.squareRoot()
      * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
