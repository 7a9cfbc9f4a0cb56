import Geography

/// How wrong a receiver says it is: the standard error of one axis in metres, from whichever sentence
/// knows best.
///
/// GST and GBS give standard errors of latitude and longitude; σ² is their mean square. u-blox's
/// estimate is the radius of 68 %. Garmin's is a circular error probable, the radius of 50 %, as gpsd
/// takes it. Without any of them the horizontal dilution of precision tells, times the error of a
/// single range. 0, blank, and a dilution of 99 and more mean that the receiver does not know.
struct StatedErrors {
  /// Error of a range in metres. gpsd multiplies with 19 m for a radius of 95 %, 2.45 σ times two
  /// axes: 19 / 5.76.
  static let rangeErrorMeters = 3.3
  /// Radius of 50 % of a circular normal distribution, in σ: √(2 ln 2).
  static let circularErrorProbable = 1.1774
  /// A receiver that states more than this, in metres, does not know.
  static let largestMeters = 100_000.0

  /// From GST.
  private var statistics: Double?
  /// From GBS.
  private var faultDetection: Double?
  /// From PUBX,00 or PGRME.
  private var estimate: Double?
  /// Horizontal dilution of precision from GGA or GNS.
  private var dilution: Double?
  /// Horizontal dilution of precision from GSA.
  private var activeDilution: Double?

  /// The best of them.
  var sigmaMeters: Double? {
    statistics ?? faultDetection ?? estimate
      ?? (dilution ?? activeDilution).map { $0 * Self.rangeErrorMeters }
  }

  mutating func takeStatistics(latitude: Field, longitude: Field) {
    statistics = statistics ?? Self.sigma(latitude, longitude)
  }

  mutating func takeFaultDetection(latitude: Field, longitude: Field) {
    faultDetection = faultDetection ?? Self.sigma(latitude, longitude)
  }

  /// A radius that holds the position, `perSigma` standard errors of an axis long.
  mutating func takeRadius(_ radius: Field, perSigma: Double) {
    estimate = estimate ?? Self.known(radius, below: Self.largestMeters).map { $0 / perSigma }
  }

  mutating func takeDilution(_ field: Field) {
    dilution = dilution ?? Self.known(field, below: 99)
  }

  mutating func takeActiveDilution(_ field: Field) {
    activeDilution = activeDilution ?? Self.known(field, below: 99)
  }

  private static func sigma(_ latitude: Field, _ longitude: Field) -> Double? {
    guard let north = known(latitude, below: largestMeters),
      let east = known(longitude, below: largestMeters)
    else { return nil }
    return ((north * north + east * east) / 2).squareRoot()
  }

  private static func known(_ field: Field, below limit: Double) -> Double? {
    field.number.flatMap { $0 > 0 && $0 < limit ? $0 : nil }
  }
}
