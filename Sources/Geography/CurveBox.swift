import Glibc

/// A rectangle on the curve's grid, edges included; it never crosses the meridian of 180°.
public struct CurveBox: Hashable, Sendable {
  /// The corner with the lowest latitude and longitude, the rectangle's first place on the curve.
  public let low: CurvePosition
  /// The corner with the highest latitude and longitude, the rectangle's last place on the curve.
  public let high: CurvePosition

  /// The rectangle between two corners; `low` must not exceed `high` on either axis.
  public init(low: CurvePosition, high: CurvePosition) {
    precondition(low.latitude <= high.latitude && low.longitude <= high.longitude)
    self.low = low
    self.high = high
  }

  /// Whether the grid position lies in the rectangle.
  @inlinable
  public func contains(_ position: CurvePosition) -> Bool {
    position.latitude &- low.latitude <= high.latitude &- low.latitude
      && position.longitude &- low.longitude <= high.longitude &- low.longitude
  }

  /// The first place on the curve after `code` that lies in the rectangle; nil when there is none.
  ///
  /// BIGMIN of H. Tropf and H. Herzog, "Multidimensional Range Search in Dynamically Balanced
  /// Trees", Angewandte Informatik 2/1981. `code` must lie outside of the rectangle.
  public func next(after code: UInt64) -> UInt64? {
    var low = low.code
    var high = high.code
    guard code < high else { return nil }
    if code < low { return low }
    var candidate: UInt64?
    // Above the highest bit in which the three differ nothing is decided.
    let differing = (code ^ low) | (code ^ high)
    var bit = 63 - differing.leadingZeroBitCount
    while bit >= 0 {
      let mask: UInt64 = 1 << UInt64(bit)
      switch (code & mask != 0, low & mask != 0, high & mask != 0) {
      case (false, false, true):
        candidate = Self.raised(low, bit: bit)
        high = Self.lowered(high, bit: bit)
      case (false, true, true): return low
      case (true, false, false): return candidate
      case (true, false, true): low = Self.raised(low, bit: bit)
      default: break
      }
      bit -= 1
    }
    return candidate
  }

  /// The bits of `bit`'s axis below it.
  private static func below(_ bit: Int) -> UInt64 {
    ((1 << UInt64(bit)) - 1) & (bit & 1 == 0 ? 0x5555_5555_5555_5555 : 0xAAAA_AAAA_AAAA_AAAA)
  }

  /// `code` with `bit` set and the lower bits of its axis cleared.
  private static func raised(_ code: UInt64, bit: Int) -> UInt64 {
    (code | 1 << UInt64(bit)) & ~below(bit)
  }

  /// `code` with `bit` cleared and the lower bits of its axis set.
  private static func lowered(_ code: UInt64, bit: Int) -> UInt64 {
    (code & ~(1 << UInt64(bit))) | below(bit)
  }
}

extension CurveBox {
  /// Grid steps added on each side of a window, against rounding.
  private static let margin = 6.0

  /// The rectangles that together hold every grid position within `meters` of `center`: one, or two
  /// where the circle crosses the meridian of 180°. A circle that reaches a pole takes all
  /// longitudes.
  public static func window(around center: Coordinate, meters: Double) -> [CurveBox] {
    let angle = max(0, meters) / Coordinate.earthRadiusMeters
    let reach = angle * 180 / .pi * CurvePosition.stepsPerDegree + margin
    let latitude = (center.latitude + 90) * CurvePosition.stepsPerDegree
    let pole = Double(CurvePosition.pole)
    let south = UInt32(max(0, (latitude - reach).rounded(.down)))
    let north = UInt32(min(pole, (latitude + reach).rounded(.up)))
    let breadth = sin(min(angle, .pi / 2))
    let parallel = cos(center.latitude * .pi / 180)
    let turn = Double(CurvePosition.turn)
    var halfWidth = turn
    if latitude - reach > 0, latitude + reach < pole, breadth < parallel {
      halfWidth = asin(breadth / parallel) * 180 / .pi * CurvePosition.stepsPerDegree + margin
    }
    func box(_ west: UInt32, _ east: UInt32) -> CurveBox {
      CurveBox(
        low: CurvePosition(latitude: south, longitude: west),
        high: CurvePosition(latitude: north, longitude: east))
    }
    let last = CurvePosition.turn - 1
    guard halfWidth * 2 < turn - 2 * margin else { return [box(0, last)] }
    let longitude = (center.longitude + 180) * CurvePosition.stepsPerDegree
    let west = (longitude - halfWidth).rounded(.down)
    let east = (longitude + halfWidth).rounded(.up)
    if west < 0 { return [box(0, UInt32(east)), box(UInt32(west + turn), last)] }
    if east >= turn { return [box(0, UInt32(east - turn)), box(UInt32(west), last)] }
    return [box(UInt32(west), UInt32(east))]
  }
}
