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

  /// The FTS5 expression for names with words that begin with one of these alternatives each, in these
  /// cells, of the categories.
  func expression(_ alternatives: [[String]], cells: [Unicode.Scalar]?) -> String {
    let words = alternatives.map { Self.any($0.map(Self.beginning)) }
    return restricted(words.joined(separator: " AND "), to: cells)
  }

  /// The FTS5 expression for names that are the query.
  func exactExpression(cells: [Unicode.Scalar]?) -> String {
    restricted(Self.quoted(String(SearchToken.name(match.words))), to: cells)
  }

  private func restricted(_ expression: String, to cells: [Unicode.Scalar]?) -> String {
    var text = expression
    if let cells { text += " AND " + Self.any(cells.map { Self.quoted(String($0)) }) }
    if let categories {
      let tokens = categories.sorted().map { Self.quoted(String(SearchToken.category($0))) }
      text += " AND " + Self.any(tokens)
    }
    if let hiddenSource {
      text = "(\(text)) NOT " + Self.quoted(String(SearchToken.source(hiddenSource)))
    }
    return text
  }

  private static func any(_ terms: [String]) -> String {
    terms.count == 1 ? terms[0] : "(" + terms.joined(separator: " OR ") + ")"
  }

  private static func beginning(_ word: String) -> String {
    if let letter = word.unicodeScalars.first, word.unicodeScalars.count == 1 {
      return quoted(String(SearchToken.initial(letter)))
    }
    return quoted(word) + "*"
  }

  private static func quoted(_ word: String) -> String {
    "\"" + word.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
