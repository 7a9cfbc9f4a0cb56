import Geography
import Places
import SQLite

/// Answers searches from the tables `search`, `typo` and `place`.
///
/// A query that few names fit is looked up once. Of one that many fit, as two letters in a city,
/// ever larger surroundings are looked up until enough names begin with it; names that are exactly
/// the query are looked up everywhere, so that one far away is not lost behind many near ones. Each
/// look-up is capped: two letters of ten million names must not take longer than of a million.
final class SearchReader {
  /// A query with at most this many fits is scored as a whole.
  private static let few = 128
  /// Rows scored of one look-up, or as many as are wanted if that is more.
  private static let mostScored = 1000
  /// Fits that begin with the query: with this quality a search need not look further away.
  private static let good = 0.8
  /// Fewer results than this, none of them good, and typing errors are assumed.
  private static let poor = 3

  private struct Found {
    var id: Int
    /// Folded.
    var name: String
    var text: Double
    /// One of its names is the query.
    var isExact: Bool
    var distance: Double
    var score: Double
  }

  private let database: Database
  private let match: Statement
  private let row: Statement
  private let begin: Statement
  private let commit: Statement
  private var typos: TypoFinder?

  init(_ database: Database) throws(SQLiteError) {
    self.database = database
    match = try database.prepare("SELECT rowid FROM search WHERE search MATCH ? LIMIT ?")
    row = try database.prepare(
      "SELECT name, names, category, lat, lon, radius_mm, source FROM place WHERE id = ?")
    begin = try database.prepare("BEGIN")
    commit = try database.prepare("COMMIT")
  }

  /// The ids of the places that fit, the best first.
  func run(_ query: SearchQuery) throws(SQLiteError) -> [Int] {
    let isAlone = !database.isInTransaction
    if isAlone { try begin.run() }
    defer { if isAlone { try? commit.run() } }
    var search = Search(query: query)
    let words = query.match.words.map { [$0] }
    let first = try lookUp(query.expression(words, isPrefix: true, cells: nil), Self.few + 1)
    if first.count <= Self.few {
      try score(first, &search, isForgiving: false)
    } else {
      try lookUpNearby(words, &search)
      try lookUpExact(words, &search)
      if search.found.count < query.limit {
        let all = try lookUp(
          query.expression(words, isPrefix: true, cells: nil), search.mostScored)
        try score(all, &search, isForgiving: false)
      }
    }
    if search.found.count < Self.poor, search.count(withTextAtLeast: Self.good) == 0 {
      try forgive(&search)
    }
    return search.best()
  }

  private func lookUp(_ expression: String, _ limit: Int) throws(SQLiteError) -> [Int] {
    try match.bind(1, expression)
    try match.bind(2, limit)
    var ids: [Int] = []
    while try match.step() { ids.append(match.int(0)) }
    return ids
  }

  private func cells(
    _ position: Coordinate, _ level: UInt32
  ) -> [String] {
    SearchCell.tokens(
      around: CurvePosition(position), level: level, latitude: position.latitude)
  }

  private func lookUpNearby(_ words: [[String]], _ search: inout Search) throws(SQLiteError) {
    guard let position = search.query.position else { return }
    for level in SearchCell.levels {
      let expression = search.query.expression(
        words, isPrefix: true, cells: cells(position, level))
      try score(
        try lookUp(expression, search.mostScored), &search, isForgiving: false)
      if search.count(withTextAtLeast: Self.good) >= search.query.limit { return }
      let reach = SearchCell.reachMeters(level: level, latitude: position.latitude)
      if reach > search.query.withinMeters { return }
    }
  }

  private func lookUpExact(_ words: [[String]], _ search: inout Search) throws(SQLiteError) {
    if let position = search.query.position, let widest = SearchCell.levels.last {
      let expression = search.query.expression(
        words, isPrefix: false, cells: cells(position, widest))
      try score(try lookUp(expression, search.mostScored), &search, isForgiving: false)
    }
    let expression = search.query.expression(words, isPrefix: false, cells: nil)
    try score(try lookUp(expression, search.mostScored), &search, isForgiving: false)
  }

  /// Looks for what the words may have meant, near first.
  private func forgive(_ search: inout Search) throws(SQLiteError) {
    if typos == nil { typos = try TypoFinder(database) }
    guard let typos else { return }
    var alternatives: [[String]] = []
    for word in search.query.match.words {
      let near = try typos.words(near: word)
      alternatives.append([word] + near.filter { $0 != word })
    }
    guard alternatives.contains(where: { $0.count > 1 }) else { return }
    if let position = search.query.position, let widest = SearchCell.levels.last {
      let expression = search.query.expression(
        alternatives, isPrefix: true, cells: cells(position, widest))
      try score(try lookUp(expression, search.mostScored), &search, isForgiving: true)
    }
    let expression = search.query.expression(alternatives, isPrefix: true, cells: nil)
    try score(try lookUp(expression, search.mostScored), &search, isForgiving: true)
  }

  private func score(
    _ ids: [Int], _ search: inout Search, isForgiving: Bool
  ) throws(SQLiteError) {
    for id in ids where search.seen.insert(id).inserted {
      try row.bind(1, id)
      guard try row.step() else { continue }
      defer { row.reset() }
      guard row.int(6) != search.query.hiddenSource else { continue }
      let category = UInt16(truncatingIfNeeded: row.int(2))
      guard search.query.categories?.contains(category) ?? true else { continue }
      var distance: Double?
      if let position = search.query.position {
        let center = FixedPoint(latitude: row.int(3), longitude: row.int(4)).coordinate
        distance = max(0, position.distance(to: center) - Double(row.int(5)) / 1000)
        guard distance! <= search.query.withinMeters else { continue }
      }
      let own = NameFolding.words(row.text(0))
      var text = search.query.match.quality(of: own, isForgiving: isForgiving)
      var isExact = search.query.match.isExact(own)
      if text < SearchScore.otherName, !row.isNull(1) {
        for name in PlaceRow.names(row, column: 1).values {
          let words = NameFolding.words(name)
          let quality = search.query.match.quality(of: words, isForgiving: isForgiving)
          text = max(text, SearchScore.otherName * quality)
          isExact = isExact || search.query.match.isExact(words)
        }
      }
      // Words of several names, or a second spelling: it fits, but no name by itself does.
      text = max(text, 0.4)
      search.found.append(
        Found(
          id: id, name: own.joined(separator: " "), text: text, isExact: isExact,
          distance: distance ?? 0,
          score: SearchScore.score(
            text: text, isExact: isExact, distanceMeters: distance, category: category)))
    }
  }

  /// What was found so far.
  private struct Search {
    let query: SearchQuery
    var seen: Set<Int> = []
    var found: [Found] = []

    var mostScored: Int { max(SearchReader.mostScored, query.limit) }

    func count(withTextAtLeast quality: Double) -> Int {
      found.reduce(0) { $0 + ($1.text >= quality ? 1 : 0) }
    }

    /// By score, ties by number; of equal names the nearest first; a name that is exactly the query
    /// is among them however far away.
    func best() -> [Int] {
      var ranked = found.sorted { ($0.score, $1.id) > ($1.score, $0.id) }
      let shown = Set(ranked.prefix(query.limit).map(\.name))
      let places = ranked.indices.filter { shown.contains(ranked[$0].name) }
      for namesakes in Dictionary(grouping: places, by: { ranked[$0].name }).values
      where namesakes.count > 1 {
        let byDistance = namesakes.map { ranked[$0] }
          .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
        for (place, entry) in zip(namesakes.sorted(), byDistance) { ranked[place] = entry }
      }
      var page = Array(ranked.prefix(query.limit))
      if let exact = ranked.first(where: \.isExact), !page.isEmpty,
        !page.contains(where: \.isExact)
      {
        page[page.count - 1] = exact
      }
      return page.map(\.id)
    }
  }
}
