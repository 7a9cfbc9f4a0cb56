/// One position report of a receiver. Everything inside is finite and in range.
public struct Fix: Hashable, Sendable {
  /// How many dimensions the receiver solved for.
  public enum Mode: Int, Sendable {
    /// Latitude and longitude.
    case twoDimensional = 2
    /// And altitude.
    case threeDimensional = 3
  }

  /// Where.
  public var position: Coordinate
  /// When the receiver was there, by its own time; nil before it knows the date. Such a fix can be
  /// shown, but dates nothing.
  public var time: UTCTime?
  /// Radius in metres that holds the true position with 68 % probability; nil when not known.
  public var accuracyMeters: Double?
  /// Metres above mean sea level.
  public var altitudeMeters: Double?
  /// Speed over ground in metres a second, 0 or more.
  public var speedMetersPerSecond: Double?
  /// Course over ground in degrees clockwise from true north, 0 ..< 360.
  public var courseDegrees: Double?
  /// Two or three dimensions.
  public var mode: Mode
  /// The receiver: a device path as gpsd names it, a tty, or an address.
  public var device: String?

  /// Numbers that are not finite or out of range become nil; an accuracy of 0 or less means unknown.
  public init(
    position: Coordinate, time: UTCTime?, accuracyMeters: Double? = nil,
    altitudeMeters: Double? = nil, speedMetersPerSecond: Double? = nil,
    courseDegrees: Double? = nil, mode: Mode = .threeDimensional, device: String? = nil
  ) {
    self.position = position
    self.time = time
    self.accuracyMeters = accuracyMeters.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.altitudeMeters = altitudeMeters.flatMap { $0.isFinite ? $0 : nil }
    self.speedMetersPerSecond = speedMetersPerSecond.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    self.courseDegrees = courseDegrees.flatMap {
      (0...360).contains($0) ? ($0 == 360 ? 0 : $0) : nil
    }
    self.mode = mode
    self.device = device
  }
}

extension Fix {
  /// Radius that holds 68 % of a circular normal distribution, in standard errors of one axis:
  /// √(−2 ln 0.3173), with the 68.27 % of one standard deviation.
  public static let accuracyPerSigma = 1.515

  /// One standard error of an axis in metres where a receiver says nothing of its accuracy.
  public static let unknownSigmaMeters = 16.0

  /// One standard error of an axis in metres, from `accuracyMeters`.
  public var sigmaMeters: Double {
    accuracyMeters.map { $0 / Self.accuracyPerSigma } ?? Self.unknownSigmaMeters
  }
}
