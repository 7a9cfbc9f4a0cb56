import Geography

/// Outlines as bytes: rings of whole 1e-7° units, each corner as its difference to the one before it,
/// the first of all to the place's own position. Numbers are zigzag varints, as in Protocol Buffers.
package enum ShapeCoding {
  /// The bytes of `polygon` around `center`.
  package static func encode(_ polygon: Polygon, around center: FixedPoint) -> [UInt8] {
    var bytes: [UInt8] = []
    var previous = center
    append(polygon.rings.count, to: &bytes)
    for ring in polygon.rings {
      append(ring.count, to: &bytes)
      for corner in ring {
        let point = FixedPoint(corner)
        append(point.latitude - previous.latitude, to: &bytes)
        append(point.longitude - previous.longitude, to: &bytes)
        previous = point
      }
    }
    return bytes
  }

  /// The outline of `bytes`; nil where they are damaged.
  package static func decode(_ bytes: UnsafeRawBufferPointer, around center: FixedPoint) -> Polygon?
  {
    var offset = 0
    func next() -> Int? {
      var (value, shift): (UInt64, UInt64) = (0, 0)
      while offset < bytes.count, shift < 64 {
        let byte = bytes[offset]
        offset += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return Int(truncatingIfNeeded: value >> 1) ^ -Int(value & 1) }
        shift += 7
      }
      return nil
    }
    // A corner takes two bytes at least: a count above that is damage, and must not reserve memory.
    guard let ringCount = next(), (1...max(1, bytes.count)).contains(ringCount) else { return nil }
    var rings: [[Coordinate]] = []
    var previous = center
    for _ in 0..<ringCount {
      guard let count = next(), (1...max(1, bytes.count)).contains(count) else { return nil }
      var ring: [Coordinate] = []
      ring.reserveCapacity(count)
      for _ in 0..<count {
        guard let north = next(), let east = next(), abs(north) < 1 << 40, abs(east) < 1 << 40
        else { return nil }
        previous = FixedPoint(
          latitude: previous.latitude + north, longitude: previous.longitude + east)
        guard abs(previous.latitude) <= 900_000_000, abs(previous.longitude) <= 1_800_000_000
        else { return nil }
        ring.append(previous.coordinate)
      }
      rings.append(ring)
    }
    return offset == bytes.count ? Polygon(rings: rings) : nil
  }

  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
