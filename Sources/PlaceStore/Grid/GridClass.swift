/// The eight classes of the grid, by extent: a query looks as far beyond its circle as the largest
/// extent of a class, so few large places do not widen the window for the many small ones.
package enum GridClass {
  /// Classes of places, by extent: class e holds those of up to 100 m · 4^e.
  package static let places: Range<UInt8> = 0..<6
  /// Classes of localities, which queries for places never read: small ones and large ones.
  package static let localities: Range<UInt8> = 6..<8
  /// All classes.
  package static let all: Range<UInt8> = 0..<8

  /// Largest extent of a class in metres.
  package static func largestRadiusMeters(_ gridClass: UInt8) -> Double {
    100 * Double(1 << (2 * exponent(gridClass)))
  }

  /// Steps a metre in which an entry of the class keeps its radius: 1/512 m for the smallest, 2 m for
  /// the largest. The largest radius of each class is 51 200 steps.
  package static func radiusStepsPerMeter(_ gridClass: UInt8) -> Double {
    512 / Double(1 << (2 * exponent(gridClass)))
  }

  /// The class of a place or locality with this radius.
  package static func containing(radiusMeters: Double, isLocality: Bool) -> UInt8 {
    if isLocality { return radiusMeters <= largestRadiusMeters(6) ? 6 : 7 }
    return places.first { radiusMeters <= largestRadiusMeters($0) } ?? 5
  }

  private static func exponent(_ gridClass: UInt8) -> UInt8 {
    switch gridClass {
    case 6: 2
    case 7: 5
    default: gridClass
    }
  }
}
