import Geography
import Places

/// What is searched.
struct SearchQuery {
  /// Words of a query at most; the rest is not looked at.
  private static let mostWords = 8

  var match: TextMatch
  var position: Coordinate?
  var withinMeters: Double
  var categories: Set<UInt16>?
  /// The number of a source whose places are looked at as if they were not there.
  var hiddenSource: Int?
  var limit: Int

  /// Nil where the text has no word.
  init?(
    text: String, position: Coordinate?, withinMeters: Double?, categories: Set<UInt16>?,
    hiddenSource: Int?, limit: Int
  ) {
    let words = NameFolding.words(text).prefix(Self.mostWords).map { word in
      let isUnspaced = word.unicodeScalars.first.map(NameFolding.isUnspaced) ?? false
      let longest = isUnspaced ? NameFolding.longestPart : NameFolding.longestWord
      return String(String.UnicodeScalarView(word.unicodeScalars.prefix(longest)))
    }
    guard !words.isEmpty, limit > 0 else { return nil }
    match = TextMatch(words: Array(words))
    self.position = position
    self.withinMeters = withinMeters ?? .infinity
    self.categories = categories
    self.hiddenSource = hiddenSource
    self.limit = limit
  }

  /// The FTS5 expression for these alternatives of each word, and the cells and categories.
  func expression(_ alternatives: [[String]], isPrefix: Bool, cells: [String]?) -> String {
    let words = alternatives.map { words in
      let quoted = words.map { Self.quoted($0) + (isPrefix ? "*" : "") }
      return quoted.count == 1 ? quoted[0] : "(" + quoted.joined(separator: " OR ") + ")"
    }
    var text = "{name other variant} : (" + words.joined(separator: " AND ") + ")"
    if let cells {
      text += " AND filter : (" + cells.map(Self.quoted).joined(separator: " OR ") + ")"
    }
    if let categories {
      let tokens = categories.sorted().map { Self.quoted(SearchCell.token(ofCategory: $0)) }
      text += " AND filter : (" + tokens.joined(separator: " OR ") + ")"
    }
    return text
  }

  private static func quoted(_ word: String) -> String {
    "\"" + word.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
