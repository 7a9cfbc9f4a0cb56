/// The number by which a place is found from its name in its source.
package enum OriginHash {
  /// FNV-1a (Fowler, Noll, Vo; RFC 9923) over the UTF-8 bytes, with a final mix (Murmur3, Appleby),
  /// so that neighbouring ids spread. The same in every version: it is stored.
  package static func of(_ sourceID: String) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in sourceID.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    hash ^= hash >> 33
    hash = hash &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    return Int64(bitPattern: hash)
  }
}
