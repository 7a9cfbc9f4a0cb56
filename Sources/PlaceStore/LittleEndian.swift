/// Whole numbers as eight bytes, the lowest first.
enum LittleEndian {
  static func bytes(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// The number in the eight bytes from `offset` on, which must be there.
  static func integer(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int) -> UInt64 {
    var value: UInt64 = 0
    var index = bytes.index(bytes.startIndex, offsetBy: offset)
    for shift in 0..<8 {
      value |= UInt64(bytes[index]) << UInt64(8 * shift)
      index = bytes.index(after: index)
    }
    return value
  }
}
