/// How many typing errors lie between two words: letters added, left out, changed, or two
/// neighbours swapped.
///
/// The optimal string alignment distance (Damerau, CACM 7(3), 1964; Wagner and Fischer, JACM 21(1),
/// 1974), where no part is edited twice.
public enum EditDistance {
  /// Longest words compared; longer ones are as far apart as can be.
  static let longest = 64

  /// The distance of two words; `atMost + 1` where it is more than `atMost`.
  public static func between(_ left: String, _ right: String, atMost: Int) -> Int {
    distance(Array(left.unicodeScalars), Array(right.unicodeScalars), atMost: atMost).whole
  }

  /// The distances of `typed` to all of `word` and to the beginning of `word` that is nearest to it;
  /// `atMost + 1` where a distance is more than `atMost`.
  public static func distance(
    _ typed: [Unicode.Scalar], _ word: [Unicode.Scalar], atMost: Int
  ) -> (whole: Int, prefix: Int) {
    let (rows, columns) = (typed.count, word.count)
    guard rows <= longest, columns <= longest else { return (atMost + 1, atMost + 1) }
    if rows - columns > atMost { return (atMost + 1, atMost + 1) }
    // Row i holds the distances of the first i letters of `typed` to every beginning of `word`.
    var beforePrevious = [Int](repeating: 0, count: columns + 1)
    var previous = Array(0...columns)
    var current = beforePrevious
    var previousLeast = 0
    for row in 0..<rows {
      current[0] = row + 1
      var least = current[0]
      for column in 0..<columns {
        let isSame = typed[row] == word[column]
        var cost = min(
          previous[column + 1] + 1, current[column] + 1, previous[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, typed[row] == word[column - 1], typed[row - 1] == word[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current[column + 1] = cost
        least = min(least, cost)
      }
      // A swap reaches back two rows.
      if least > atMost, previousLeast > atMost { return (atMost + 1, atMost + 1) }
      previousLeast = least
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return (min(previous[columns], atMost + 1), min(previous.min() ?? 0, atMost + 1))
  }
}
