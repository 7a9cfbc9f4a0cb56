/// The width of an image, read from its header.
enum ImageWidth {
  /// Pixels; nil where the header does not tell.
  static func of(_ bytes: UnsafeRawBufferPointer, _ format: TileFormat) -> Int? {
    switch format {
    case .png: bytes.count >= 24 ? bigEndian(bytes, 16, 4) : nil
    case .jpeg: jpeg(bytes)
    case .webp: webp(bytes)
    case .vector: nil
    }
  }

  private static func bigEndian(_ bytes: UnsafeRawBufferPointer, _ at: Int, _ count: Int) -> Int {
    bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// ITU-T T.81: segments follow one another up to a start of frame, which has the size.
  private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var at = 2
    while at + 9 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      // C4, C8 and CC are tables.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return bigEndian(bytes, at + 7, 2)
      }
      at += 2 + max(2, bigEndian(bytes, at + 2, 2))
    }
    return nil
  }

  /// RFC 9649: the first chunk is lossy, lossless or extended, each with the size in its own place.
  private static func webp(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 30 else { return nil }
    func littleEndian(_ at: Int, _ count: Int) -> Int {
      bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ": return littleEndian(26, 2) & 0x3FFF
    case "VP8L": return littleEndian(21, 2) & 0x3FFF + 1
    case "VP8X": return littleEndian(24, 3) + 1
    default: return nil
    }
  }
}
