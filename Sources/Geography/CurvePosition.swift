/// A position on the grid of the space-filling curve: 28 bits for the latitude and 28 for the
/// longitude, both in steps of 360°/2²⁸, which is 0.149 m along a meridian.
///
/// The longitude wraps by integer arithmetic, so +180° and −180° are the same. The latitude fills
/// half of its range. Interleaving the bits gives the position's place on the Morton curve (G. M.
/// Morton, IBM 1966), where neighbours are near each other more often than not.
public struct CurvePosition: Hashable, Sendable {
  /// Bits of each axis.
  public static let bits: UInt32 = 28
  /// One past the largest longitude, and a full turn.
  public static let turn: UInt32 = 1 << 28
  /// The latitude of the north pole.
  public static let pole: UInt32 = 1 << 27
  /// Grid steps a degree.
  public static let stepsPerDegree = Double(1 << 28) / 360
  /// The furthest a position moves when it is put on the grid, in metres: half a step on both axes.
  public static let roundingMeters = 0.1056

  /// Steps north of the south pole, 0 through `pole`.
  public let latitude: UInt32
  /// Steps east of the meridian of 180°, 0 ..< `turn`.
  public let longitude: UInt32

  /// The grid position with these steps; higher bits are dropped.
  @inlinable
  public init(latitude: UInt32, longitude: UInt32) {
    self.latitude = latitude & (Self.turn - 1)
    self.longitude = longitude & (Self.turn - 1)
  }

  /// The grid position nearest to `coordinate`.
  public init(_ coordinate: Coordinate) {
    self.init(
      latitude: UInt32(((coordinate.latitude + 90) * Self.stepsPerDegree).rounded()),
      longitude: UInt32(((coordinate.longitude + 180) * Self.stepsPerDegree).rounded()))
  }

  /// The position with this place on the curve.
  @inlinable
  public init(code: UInt64) {
    self.init(latitude: Self.gather(code >> 1), longitude: Self.gather(code))
  }

  /// The place on the curve, 56 bits: the longitude in the even ones, the latitude in the odd ones.
  @inlinable
  public var code: UInt64 {
    Self.spread(longitude) | Self.spread(latitude) << 1
  }

  /// The coordinate of the grid point.
  public var coordinate: Coordinate {
    Coordinate(
      clampingLatitude: Double(latitude) / Self.stepsPerDegree - 90,
      wrappingLongitude: Double(longitude) / Self.stepsPerDegree - 180)
  }

  /// `value` with a zero before each of its bits.
  @usableFromInline
  static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  /// Every second bit of `code`, from the lowest on.
  @usableFromInline
  static func gather(_ code: UInt64) -> UInt32 {
    var bits = code & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bits | bits >> 16)
  }
}
