import PlaceProtocol

/// The number of an event, made from what happened, so that it is the same after a restart and in a
/// replay of the same recording.
enum EventID {
  /// FNV-1a (Fowler, Noll and Vo, draft-eastlake-fnv), cut to the 53 bits that every JSON reader
  /// keeps exact.
  static func make(_ topic: Topic, _ parts: Int64...) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in topic.rawValue.utf8 { mix(byte) }
    for part in parts {
      for shift in stride(from: 0, to: 64, by: 8) {
        mix(UInt8(truncatingIfNeeded: part >> Int64(shift)))
      }
    }
    return Int(hash >> 11)
  }
}
