import Geography
import Glibc

/// SplitMix64 (Steele et al., OOPSLA 2014): the same data on every machine.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// At least 0, less than 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Normally distributed around 0, with deviation 1.
  mutating func normal() -> Double {
    (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
  }

  /// Uniform on the sphere.
  mutating func position() -> Coordinate {
    Coordinate(
      clampingLatitude: asin(2 * unit() - 1) * 180 / .pi, wrappingLongitude: unit() * 360 - 180)
  }

  /// Around a position, with this deviation on each axis, in metres.
  mutating func near(_ center: Coordinate, deviation: Double) -> Coordinate {
    let east = normal() * deviation / Coordinate.metersPerDegree
    let north = normal() * deviation / Coordinate.metersPerDegree
    let narrowing = max(0.01, Coordinate.cosine(ofLatitude: center.latitude))
    return Coordinate(
      clampingLatitude: center.latitude + north,
      wrappingLongitude: center.longitude + east / narrowing)
  }
}
