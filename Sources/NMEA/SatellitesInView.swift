/// Counts the satellites in view from GSV sentences: each constellation, and each signal of one,
/// tells its own number.
struct SatellitesInView {
  /// More talkers than there are constellations are not counted.
  private static let capacity = 8
  private var talkers = [UInt16](repeating: 0, count: capacity)
  private var counts = [UInt8](repeating: 0, count: capacity)
  private var used = 0

  /// Satellites of all constellations, as each said last; nil before one did.
  var total: Int? { used == 0 ? nil : counts.reduce(0) { $0 + Int($1) } }

  /// Takes a GSV sentence, its address consumed: number of sentences, which of them, satellites.
  mutating func take(_ sentence: inout Sentence) {
    sentence.skip(1)
    guard sentence.field().integer == 1, let count = sentence.field().integer, count < 100 else {
      return
    }
    let slot: Int
    if let known = talkers[..<used].firstIndex(of: sentence.talker) {
      slot = known
    } else if used < Self.capacity {
      slot = used
      used += 1
      talkers[slot] = sentence.talker
    } else {
      return
    }
    counts[slot] = UInt8(count)
  }
}
