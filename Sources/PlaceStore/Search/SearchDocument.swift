import Geography
import Places

/// What the search index holds of a place. The same row always gives the same words: contentless
/// tables are told what to drop.
package struct SearchDocument: Hashable, Sendable {
  /// Words of the name, of other names and of second spellings that are indexed at most.
  private static let mostWords = 64
  /// Words of the other names at most.
  private static let mostOtherWords = 256
  /// Shorter words have no typing error that could be told from another word.
  static let shortestTypoWord = 4

  package var name: String
  package var other: String
  package var variant: String
  package var filter: String
  /// Words backwards.
  package var backwards: String

  package init(_ row: PlaceRow) {
    let words = NameFolding.words(row.name)
    var seen = Set(words)
    name = Self.text(words.prefix(Self.mostWords))
    var otherWords: [String] = []
    for (_, text) in row.names.sorted(by: { $0.key < $1.key }) {
      for word in NameFolding.words(text) where otherWords.count < Self.mostOtherWords {
        if seen.insert(word).inserted { otherWords.append(word) }
      }
    }
    other = Self.text(otherWords[...])
    var variants: [String] = []
    for text in [row.name] + row.names.sorted(by: { $0.key < $1.key }).map(\.value) {
      for word in NameFolding.variantWords(text) ?? [] where variants.count < Self.mostWords {
        if seen.insert(word).inserted { variants.append(word) }
      }
    }
    // People type `burgerking`, and `7eleven`.
    if words.count == 2, case let joined = words.joined(), seen.insert(joined).inserted {
      variants.append(joined)
    }
    variant = Self.text(variants[...])
    let position = CurvePosition(row.position.coordinate)
    filter = (SearchCell.tokens(of: position) + [SearchCell.token(ofCategory: row.category)])
      .joined(separator: " ")
    backwards = (words.prefix(Self.mostWords) + otherWords.prefix(Self.mostWords))
      .filter(Self.mayBeMistyped).map(Self.reversed).joined(separator: " ")
  }

  /// Long enough, and of a script that is written in words.
  static func mayBeMistyped(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, !NameFolding.isUnspaced(first) else {
      return false
    }
    return word.unicodeScalars.count >= shortestTypoWord
      && word.unicodeScalars.count <= NameFolding.longestWord
  }

  /// Its letters from the last to the first.
  static func reversed(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
  }

  private static func text(_ words: ArraySlice<String>) -> String {
    words.flatMap(NameFolding.searchableParts).joined(separator: " ")
  }
}
