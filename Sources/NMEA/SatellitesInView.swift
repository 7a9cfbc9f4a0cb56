/// Counts the satellites in view from GSV sentences: each constellation, and each signal of one,
/// tells its own number.
struct SatellitesInView {
  /// More talkers than there are constellations are not counted.
  private static let capacity = 8
  /// A constellation that has not been told of for so many epochs is no longer in view, or switched
  /// off. Receivers that report ten times a second tell of the satellites once.
  private static let memoryEpochs = 50

  private struct Constellation {
    var talker: UInt16
    var count: Int
    var epoch: Int
  }

  private var constellations: [Constellation] = []
  private var epoch = 0

  init() { constellations.reserveCapacity(Self.capacity) }

  /// Satellites of all constellations, as each said last; nil while none does.
  var total: Int? {
    constellations.isEmpty ? nil : constellations.reduce(0) { $0 + $1.count }
  }

  /// An epoch has ended.
  mutating func endEpoch() {
    epoch += 1
    constellations.removeAll { epoch - $0.epoch > Self.memoryEpochs }
  }

  /// Takes a GSV sentence, its address consumed: number of sentences, which of them, satellites.
  mutating func take(_ sentence: inout Sentence) {
    sentence.skip(1)
    guard sentence.field().integer == 1, let count = sentence.field().integer, count < 100 else {
      return
    }
    let told = Constellation(talker: sentence.talker, count: count, epoch: epoch)
    if let known = constellations.firstIndex(where: { $0.talker == told.talker }) {
      constellations[known] = told
    } else if constellations.count < Self.capacity {
      constellations.append(told)
    }
  }
}
