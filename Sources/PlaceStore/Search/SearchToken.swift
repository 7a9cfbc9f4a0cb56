import Geography
import Glibc

/// What the search index holds beside words, so that one look-up combines them: cells of the grid,
/// categories, sources, first letters, and whole names.
///
/// A token is one character of the planes 4 to 13, which Unicode leaves empty, chosen by a hash: the
/// index keeps beginnings of two characters and more, and one-character tokens are not among them.
/// Two may share a character; what is found by chance is told apart by its row.
package enum SearchToken {
  /// Cell heights, as how many bits of the curve's grid they take: 1.2 km, 4.9 km, 20 km, 78 km.
  package static let levels: [UInt32] = [13, 15, 17, 19]

  /// The last of them.
  static var widest: UInt32 { levels[levels.count - 1] }

  /// Cells taken in a row at most, towards the poles, where they are narrow.
  private static let mostColumns = 16

  /// Metres around a position that `cells(around:level:latitude:)` is sure to cover: half a cell's
  /// height, but less next to the poles.
  static func reachMeters(level: UInt32, latitude: Double) -> Double {
    let height = Double(1 << level) / CurvePosition.stepsPerDegree * Coordinate.metersPerDegree
    let width = height * cos(latitude * .pi / 180)
    return min(height, width * Double(columns(latitude) - 1)) / 2
  }

  /// So many that of them all but one are as wide as one is high.
  private static func columns(_ latitude: Double) -> Int {
    let narrowing = max(0.05, cos(latitude * .pi / 180))
    return min(mostColumns, 1 + Int((1 / narrowing).rounded(.up)))
  }

  /// The tokens of the cells that hold a position, one a level.
  static func cells(of position: CurvePosition) -> [Unicode.Scalar] {
    levels.map { token(level: $0, row: position.latitude >> $0, column: position.longitude >> $0) }
  }

  /// The token of a category.
  static func category(_ code: UInt16) -> Unicode.Scalar {
    token(level: 31, row: UInt32(code), column: 0)
  }

  /// The token of the places of a source.
  static func source(_ number: Int) -> Unicode.Scalar {
    token(level: 29, row: UInt32(truncatingIfNeeded: number), column: 0)
  }

  /// The token of words that begin with a letter: to FTS5 such a beginning would be all those words.
  static func initial(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    token(level: 30, row: letter.value, column: 0)
  }

  /// The token of a whole name of these folded words.
  static func name(_ words: [String]) -> Unicode.Scalar {
    var hash: UInt64 = 29
    for word in words {
      for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      hash = (hash ^ UInt64(UInt8(ascii: " "))) &* 0x0000_0100_0000_01B3
    }
    return token(of: hash)
  }

  /// The tokens of the cells that have a position in their middle: two rows of them.
  static func cells(around position: CurvePosition, level: UInt32, latitude: Double) -> [Unicode
    .Scalar]
  {
    func first(_ steps: UInt32, of count: Int) -> Int {
      (2 * Int(steps) - (count - 1) << level) >> (level + 1)
    }
    let columns = columns(latitude)
    let (north, east) = (first(position.latitude, of: 2), first(position.longitude, of: columns))
    let turn = Int(CurvePosition.turn >> level)
    var tokens: [Unicode.Scalar] = []
    for row in max(0, north)..<north + 2 {
      for column in east..<east + columns {
        tokens.append(
          token(level: level, row: UInt32(row), column: UInt32((column + turn) % turn)))
      }
    }
    return tokens
  }

  private static func token(level: UInt32, row: UInt32, column: UInt32) -> Unicode.Scalar {
    token(of: UInt64(level) << 58 ^ UInt64(row) << 29 ^ UInt64(column))
  }

  private static func token(of number: UInt64) -> Unicode.Scalar {
    var hash = number
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    hash ^= hash >> 33
    return Unicode.Scalar(0x4_0000 + UInt32(hash % 0xA_0000))!
  }
}
