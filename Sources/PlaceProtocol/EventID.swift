/// The number of an event, made from what happened, so that it is the same after a restart and in a
/// replay of the same recording. What a client missed it finds among the visits, and with this the number
/// that the event had.
public enum EventID {
  /// FNV-1a (Fowler, Noll and Vo, draft-eastlake-fnv), cut to the 53 bits that every JSON reader
  /// keeps exact.
  ///
  /// `parts`: of an arrival and a departure the visit's number and the time in milliseconds since 1970;
  /// of a passage and a current place the place's number and the time.
  public static func make(_ topic: Topic, _ parts: Int64...) -> Int {
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
