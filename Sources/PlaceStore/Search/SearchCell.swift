import Geography
import Glibc

/// Cells of the grid as tokens of the search index, so that one look-up combines words with nearness.
///
/// A token is one character of the planes 4 to 13, which Unicode leaves empty, chosen by a hash of
/// level and cell: the index keeps beginnings of two and three characters apart, and one-character
/// tokens are not among them. Two cells may share a character; what is found by chance is told apart
/// by its distance.
package enum SearchCell {
  /// Cell heights, as how many bits of the curve's grid they take: 305 m, 1.2 km, 4.9 km, 39 km.
  package static let levels: [UInt32] = [11, 13, 15, 18]

  /// Cells taken on each side of the one in the middle, east and west; more towards the poles, where
  /// cells are narrow, up to this many.
  private static let mostColumns = 8

  /// Metres around a position that `tokens(around:level:)` is sure to cover.
  static func reachMeters(level: UInt32, latitude: Double) -> Double {
    let height = Double(1 << level) / CurvePosition.stepsPerDegree * Coordinate.metersPerDegree
    return min(height, height * cos(latitude * .pi / 180) * Double(columns(latitude)))
  }

  private static func columns(_ latitude: Double) -> Int {
    let narrowing = max(0.05, cos(latitude * .pi / 180))
    return min(mostColumns, Int((1 / narrowing).rounded(.up)))
  }

  /// The tokens of the cells that hold a position, one a level.
  static func tokens(of position: CurvePosition) -> [String] {
    levels.map { token(level: $0, row: position.latitude >> $0, column: position.longitude >> $0) }
  }

  /// The token of a category.
  static func token(ofCategory code: UInt16) -> String {
    token(level: 31, row: UInt32(code), column: 0)
  }

  /// The tokens of the cells around a position.
  static func tokens(around position: CurvePosition, level: UInt32, latitude: Double) -> [String] {
    let row = Int(position.latitude >> level)
    let column = Int(position.longitude >> level)
    let turn = Int(CurvePosition.turn >> level)
    let columns = columns(latitude)
    var tokens: [String] = []
    for north in max(0, row - 1)...row + 1 {
      for east in column - columns...column + columns {
        let wrapped = (east + turn) % turn
        tokens.append(token(level: level, row: UInt32(north), column: UInt32(wrapped)))
      }
    }
    return tokens
  }

  private static func token(level: UInt32, row: UInt32, column: UInt32) -> String {
    var hash = UInt64(level) << 58 ^ UInt64(row) << 29 ^ UInt64(column)
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    hash ^= hash >> 33
    return String(Unicode.Scalar(0x4_0000 + UInt32(hash % 0xA_0000))!)
  }
}
