/// How many typing errors lie between a word and others: letters added, left out, changed, or two
/// neighbours swapped.
///
/// The optimal string alignment distance (Damerau, CACM 7(3), 1964), where no part is edited twice.
/// A column of its table is held in the bits of two numbers: Hyyrö, "A bit-vector algorithm for
/// computing Levenshtein and Damerau edit distances", Nordic Journal of Computing 10, 2003.
public struct EditDistance: Sendable {
  /// Letters of the longest word that is compared; longer ones are as far apart as can be.
  static let longest = 64

  private let length: Int
  /// A bit for each place where the word has a letter: by the letters of ASCII, and by others.
  private var ascii = [UInt64](repeating: 0, count: 128)
  private var others: [Unicode.Scalar: UInt64] = [:]

  /// The distances from `word`.
  public init(from word: String) {
    length = word.unicodeScalars.count
    for (place, letter) in word.unicodeScalars.prefix(Self.longest).enumerated() {
      if letter.isASCII {
        ascii[Int(letter.value)] |= 1 << UInt64(place)
      } else {
        others[letter, default: 0] |= 1 << UInt64(place)
      }
    }
  }

  /// The distances to all of `word` and to the beginning of `word` that is nearest; `.max` where a
  /// word is empty or too long. `isBackwards`: `word` is written from its last letter to its first.
  public func to(_ word: String, isBackwards: Bool = false) -> (whole: Int, prefix: Int) {
    guard length > 0, length <= Self.longest, !word.isEmpty, word.utf8.count <= 4 * Self.longest
    else { return (.max, .max) }
    var column = Column(length: length)
    let letters = word.unicodeScalars
    if isBackwards {
      for letter in letters.reversed() { column.read(places(of: letter)) }
    } else {
      for letter in letters { column.read(places(of: letter)) }
    }
    return (column.distance, column.least)
  }

  private func places(of letter: Unicode.Scalar) -> UInt64 {
    letter.isASCII ? ascii[Int(letter.value)] : others[letter] ?? 0
  }

  /// The distances of all beginnings of the first word to what was read of the second, as the steps
  /// from one to the next.
  private struct Column {
    /// The distance of the whole first word to what was read, and the least so far.
    private(set) var distance: Int
    private(set) var least: Int
    private let end: UInt64
    /// Steps up and down, by the names of the paper VP, VN; D0 and the places of the last letter.
    private var up = UInt64.max
    private var down: UInt64 = 0
    private var diagonal: UInt64 = 0
    private var lastPlaces: UInt64 = 0

    init(length: Int) {
      distance = length
      least = length
      end = 1 << UInt64(length - 1)
    }

    mutating func read(_ places: UInt64) {
      let swapped = (~diagonal & places) << 1 & lastPlaces
      diagonal = ((places & up) &+ up) ^ up | places | down | swapped
      let worse = down | ~(diagonal | up)
      let better = diagonal & up
      if worse & end != 0 { distance += 1 }
      if better & end != 0 { distance -= 1 }
      up = better << 1 | ~(diagonal | (worse << 1 | 1))
      down = (worse << 1 | 1) & diagonal
      lastPlaces = places
      least = min(least, distance)
    }
  }
}
