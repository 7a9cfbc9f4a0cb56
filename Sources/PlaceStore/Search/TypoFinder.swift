import Places
import SQLite
import Spelling

/// Finds words of the index that a mistyped word may have meant.
///
/// One or two errors leave the first third of a word right, or the last: the index's words are read
/// by their beginning, and those of the backwards index by their end, and compared letter by letter.
/// Only an error at both ends of one word is not found.
final class TypoFinder {
  /// Words of the index read for one word of a query.
  private static let mostRead = 50_000
  /// Words kept for one word of a query.
  private static let mostKept = 16

  private let forwards: Statement
  private let backwards: Statement

  init(_ database: Database) throws(SQLiteError) {
    try database.execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_word USING fts5vocab('main', 'search', 'row');
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.typo_word USING fts5vocab('main', 'typo', 'row')
      """)
    forwards = try database.prepare(
      "SELECT term, doc FROM temp.search_word WHERE term >= ? AND term < ?")
    backwards = try database.prepare(
      "SELECT term, doc FROM temp.typo_word WHERE term >= ? AND term < ?")
  }

  /// Words near to `word`, the nearest first, then the most frequent.
  func words(near word: String) throws(SQLiteError) -> [String] {
    let length = word.unicodeScalars.count
    let allowed = TextMatch.allowedErrors(length: length)
    guard allowed > 0, SearchDocument.mayBeMistyped(word) else { return [] }
    // Of four letters the middle ones may be swapped: then one at each end is right.
    let third = length == 4 ? 1 : max(2, length / 3)
    let distance = EditDistance(from: word)
    var found: [String: (errors: Int, count: Int)] = [:]
    try read(forwards, from: String(word.unicodeScalars.prefix(third))) { term, count in
      let errors = distance.to(term).prefix
      if errors <= allowed { found[term] = (errors, count) }
    }
    let end = String(SearchDocument.reversed(word).unicodeScalars.prefix(third))
    try read(backwards, from: end) { term, count in
      let errors = distance.to(term, isBackwards: true).prefix
      if errors <= allowed { found[SearchDocument.reversed(term)] = (errors, count) }
    }
    return found.sorted {
      ($0.value.errors, -$0.value.count, $0.key) < ($1.value.errors, -$1.value.count, $1.key)
    }.prefix(Self.mostKept).map(\.key)
  }

  private func read(
    _ statement: Statement, from start: String, _ body: (String, Int) -> Void
  ) throws(SQLiteError) {
    guard let end = Self.following(start) else { return }
    try statement.bind(1, start)
    try statement.bind(2, end)
    var count = 0
    while count < Self.mostRead, try statement.step() {
      body(statement.text(0), statement.int(1))
      count += 1
    }
    statement.reset()
  }

  /// The first text behind all that begin with `start`.
  private static func following(_ start: String) -> String? {
    var scalars = Array(start.unicodeScalars)
    guard let last = scalars.popLast(),
      let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1)
    else { return nil }
    var text = String.UnicodeScalarView(scalars)
    text.append(next)
    return String(text)
  }
}
