import Geography
import Places

/// What the search index holds of a place. The same row always gives the same words: contentless
/// tables are told what to drop.
package struct SearchDocument: Hashable, Sendable {
  /// Names that are found as a whole at most.
  private static let mostNames = 64
  /// Words that are indexed at most: of the name, of all others, and of second spellings.
  private static let mostWords = (own: 64, others: 256, variants: 64)
  /// Shorter words have no typing error that could be told from another word.
  static let shortestTypoWord = 4

  /// Words of the name, of other names and of second spellings, and tokens.
  package private(set) var words = ""
  /// The words that may be mistyped, backwards.
  package private(set) var backwards = ""

  package init(_ row: PlaceRow) {
    let own = NameFolding.words(row.name)
    add(SearchToken.name(own))
    for word in own.prefix(Self.mostWords.own) {
      add(word)
      addBackwards(word)
    }
    addVariants(of: [row.name])
    // People type `burgerking`, and `7eleven`.
    if own.count == 2 { add(own[0] + own[1]) }
    if !row.names.isEmpty {
      addOthers(row.names.sorted { $0.key < $1.key }.map(\.value), besides: own)
    }
    for cell in SearchToken.cells(of: CurvePosition(row.position.coordinate)) { add(cell) }
    add(SearchToken.category(row.category))
    add(SearchToken.source(row.source))
  }

  private mutating func addOthers(_ names: [String], besides own: [String]) {
    let folded = names.map(NameFolding.words)
    for words in folded.prefix(Self.mostNames) { add(SearchToken.name(words)) }
    var seen = Set(own)
    var room = Self.mostWords.others
    for word in folded.joined() where room > 0 && seen.insert(word).inserted {
      room -= 1
      add(word)
      addBackwards(word)
    }
    addVariants(of: names)
  }

  private mutating func addVariants(of names: [String]) {
    for word in names.lazy.compactMap(NameFolding.variantWords).joined()
      .prefix(Self.mostWords.variants)
    {
      add(word)
    }
  }

  private mutating func add(_ token: Unicode.Scalar) {
    words.unicodeScalars.append(token)
    words += " "
  }

  private mutating func add(_ word: String) {
    for part in NameFolding.searchableParts(of: word) {
      if let letter = part.unicodeScalars.first { add(SearchToken.initial(letter)) }
      words += part
      words += " "
    }
  }

  private mutating func addBackwards(_ word: String) {
    guard Self.mayBeMistyped(word) else { return }
    backwards += Self.reversed(word)
    backwards += " "
  }

  /// Long enough, and of a script that is written in words.
  static func mayBeMistyped(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, !NameFolding.isUnspaced(first) else {
      return false
    }
    return (shortestTypoWord...NameFolding.longestWord).contains(word.unicodeScalars.count)
  }

  /// Its letters from the last to the first.
  static func reversed(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
  }
}
