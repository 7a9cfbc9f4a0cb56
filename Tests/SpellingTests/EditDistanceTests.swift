import Testing

@testable import Spelling

@Suite("Edit distance")
struct EditDistanceTests {
  @Test(
    "A letter added, left out, changed or swapped is one error",
    arguments: [
      ("helsinki", "helsinki", 0), ("helsniki", "helsinki", 1), ("helsink", "helsinki", 1),
      ("hellsinki", "helsinki", 1), ("halsinki", "helsinki", 1), ("ca", "abc", 3),
      ("tsl", "stl", 1), ("łódź", "łodź", 1), ("a", "", Int.max), ("", "a", .max),
      (String(repeating: "a", count: 65), "a", .max),
    ])
  func errors(typed: String, word: String, count: Int) {
    #expect(EditDistance(from: typed).to(word).whole == count)
  }

  @Test("The bits tell what the whole table tells", arguments: [1, 2, 3])
  func table(_ seed: UInt64) {
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let letters: [Character] = ["a", "b", "c", "ä", "塔"]
    func word() -> String {
      let length = 1 + next(next(10) == 0 ? 64 : 9)
      return String((0..<length).map { _ in letters[next(letters.count)] })
    }
    for _ in 0..<2000 {
      let (left, right) = (word(), word())
      let expected = Self.distances(Array(left.unicodeScalars), Array(right.unicodeScalars))
      let distance = EditDistance(from: left)
      #expect(distance.to(right) == expected, "\(left), \(right), seed \(seed)")
      #expect(
        distance.to(String(right.reversed()), isBackwards: true) == expected,
        "\(left), \(right) backwards, seed \(seed)")
    }
  }

  /// By the table of all beginnings of both words, as the definition has it.
  private static func distances(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar]
  ) -> (whole: Int, prefix: Int) {
    var table = Array(
      repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in 0...left.count {
      for j in 0...right.count {
        if i == 0 || j == 0 {
          table[i][j] = i + j
          continue
        }
        var least = min(
          table[i - 1][j] + 1, table[i][j - 1] + 1,
          table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          least = min(least, table[i - 2][j - 2] + 1)
        }
        table[i][j] = least
      }
    }
    return (table[left.count][right.count], table[left.count].min() ?? 0)
  }
}
