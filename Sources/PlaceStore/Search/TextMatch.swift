import Places
import Spelling

/// How well the words of a query fit a name.
///
/// A name that begins with the query has 0.8 and up to 0.2 more, a name that has its words further
/// back 0.65 and up to 0.15 more, in another order 0.55: all of it when the name has no more words,
/// half when it has one more, and so on. Nothing depends on how much of the last word was typed, so
/// that no two results change places while it is. Each typing error takes 0.12.
struct TextMatch {
  private static let errorPenalty = 0.12

  let words: [String]
  private let joined: String
  private let distances: [EditDistance]

  /// The words of a query, folded.
  init(words: [String]) {
    self.words = words
    joined = words.joined(separator: " ")
    distances = words.map { EditDistance(from: $0) }
  }

  /// Whether a name of these folded words is the query.
  func isExact(_ nameWords: [String]) -> Bool { nameWords.joined(separator: " ") == joined }

  /// How many errors a word of a query may have.
  static func allowedErrors(length: Int) -> Int { length < 4 ? 0 : length < 6 ? 1 : 2 }

  /// How well the query fits a name of these folded words, from 0, not at all, to 1. `isForgiving`
  /// lets words have typing errors.
  func quality(of nameWords: [String], isForgiving: Bool) -> Double {
    guard !nameWords.isEmpty else { return 0 }
    let brevity = 1 / Double(1 + max(0, nameWords.count - words.count))
    var place = 0
    var isInOrder = true
    var startsAtFirst = false
    var errors = 0
    for index in words.indices {
      guard let (found, wrong) = find(index, in: nameWords, from: place, isForgiving)
      else { return joinedQuality(nameWords, brevity) }
      if index == 0 { startsAtFirst = found == 0 }
      if found < place { isInOrder = false }
      place = found + 1
      errors += wrong
    }
    let base = !isInOrder ? 0.55 : startsAtFirst ? 0.8 : 0.65
    let span = isInOrder && startsAtFirst ? 0.2 : 0.15
    return max(0.05, base + span * brevity - Self.errorPenalty * Double(errors))
  }

  /// Whether each word of the query begins a word of one of these names, or of a second spelling.
  func fitsTogether(_ names: [String]) -> Bool {
    let all = names.flatMap { name in
      let words = NameFolding.words(name)
      return words + [words.joined()] + (NameFolding.variantWords(name) ?? [])
    }.flatMap(NameFolding.searchableParts)
    return words.allSatisfy { word in all.contains { $0.hasPrefix(word) } }
  }

  /// `burgerking` for `Burger King`, `o hare` for `O'Hare`.
  private func joinedQuality(_ nameWords: [String], _ brevity: Double) -> Double {
    let (name, query) = (nameWords.joined(), words.joined())
    if name == query { return 0.95 }
    return name.hasPrefix(query) ? 0.75 + 0.2 * brevity : 0
  }

  /// Where the word of this number fits, from `start` on or else before it, and with how many errors.
  private func find(
    _ number: Int, in nameWords: [String], from start: Int, _ isForgiving: Bool
  ) -> (place: Int, errors: Int)? {
    let word = words[number]
    let order =
      Array(nameWords.indices[min(start, nameWords.count)...])
      + Array(
        nameWords.indices[..<min(start, nameWords.count)])
    for index in order where nameWords[index].hasPrefix(word) { return (index, 0) }
    if let first = word.unicodeScalars.first, NameFolding.isUnspaced(first) {
      for index in order where nameWords[index].contains(word) { return (index, 0) }
    }
    let allowed = Self.allowedErrors(length: word.unicodeScalars.count)
    guard isForgiving, allowed > 0 else { return nil }
    var best: (place: Int, errors: Int)?
    for index in order {
      let errors = distances[number].to(nameWords[index]).prefix
      if errors <= allowed, errors < best?.errors ?? .max { best = (index, errors) }
    }
    return best
  }
}
