import Geography

/// The key of a tile, 63 bits: its class, the place on the curve of its last entry, and a number that
/// tells tiles apart that end at the same place.
///
/// Every entry lies above the key of the tile before its own and not above its own tile's key, so
/// the tile that holds a position is the first one with a key at or above the position's, and a
/// search that seeks behind a tile's key always gets on.
package struct GridKey: Hashable, Comparable, Sendable {
  package let value: Int64

  package init(value: Int64) { self.value = value }

  package init(class gridClass: UInt8, code: UInt64, duplicate: UInt8 = 0) {
    value = Int64(gridClass) << 60 | Int64(code << 4) | Int64(duplicate & 15)
  }

  /// The last key of a class.
  package static func last(ofClass gridClass: UInt8) -> GridKey {
    GridKey(value: Int64(gridClass) << 60 | (1 << 60 - 1))
  }

  package var gridClass: UInt8 { UInt8(truncatingIfNeeded: value >> 60) & 7 }
  package var code: UInt64 { UInt64(bitPattern: value) >> 4 & (1 << 56 - 1) }
  package var duplicate: UInt8 { UInt8(truncatingIfNeeded: value) & 15 }

  package static func < (left: GridKey, right: GridKey) -> Bool { left.value < right.value }
}
