import Geography
import Places
import SQLite

/// Answers searches from the tables `search`, `typo` and `place`.
///
/// A query that few names fit is looked up once. Of one that many fit, as two letters in a city,
/// surroundings are taken that hold few, and then larger ones until nothing further away would be
/// shown. Names that are exactly the query are looked up everywhere, so that one far away is not lost
/// behind many near ones. Each look-up is capped: two letters of ten million names must not take
/// longer than of a million.
final class SearchReader {
  /// Of so many rows the names are compared, whatever else there may be.
  private static let few = 64
  /// Rows of one look-up, or as many as are wanted if that is more.
  private static let mostFound = 500
  /// Fewer results than this, none of them good, and typing errors are assumed.
  private static let poor = 3

  /// A row that fits, and the most that its name may make of it.
  private struct Candidate {
    var id: Int
    var name: String
    var names: [String: String]
    var category: UInt16
    var distance: Double?
    var most: Double
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
    var results = SearchResults(query)
    let words = query.match.words.map { [$0] }
    let everywhere = query.expression(words, cells: nil)
    let first = try lookUp(everywhere, Self.few + 1)
    if first.count <= Self.few {
      try score(first, query, &results)
    } else {
      try lookUpExact(query, &results)
      try lookUpNearby(words, query, &results)
      if results.fits < query.limit {
        try score(try lookUp(everywhere, mostFound(query)), query, &results)
      }
    }
    if results.fits < Self.poor, !results.hasGood {
      try forgive(query, &results)
    }
    return results.best()
  }

  private func mostFound(_ query: SearchQuery) -> Int { max(Self.mostFound, query.limit) }

  private func lookUp(_ expression: String, _ limit: Int) throws(SQLiteError) -> [Int] {
    try match.bind(1, expression)
    try match.bind(2, limit)
    var ids: [Int] = []
    while try match.step() { ids.append(match.int(0)) }
    return ids
  }

  private func cells(_ position: Coordinate, _ level: UInt32) -> [Unicode.Scalar] {
    SearchToken.cells(
      around: CurvePosition(position), level: level, latitude: position.latitude)
  }

  private func lookUpExact(
    _ query: SearchQuery, _ results: inout SearchResults
  ) throws(SQLiteError) {
    let all = try lookUp(query.exactExpression(cells: nil), mostFound(query))
    if all.count == mostFound(query), let position = query.position {
      let near = query.exactExpression(cells: cells(position, SearchToken.widest))
      try score(try lookUp(near, mostFound(query)), query, &results, areExact: true)
    }
    try score(all, query, &results, areExact: true)
  }

  private func lookUpNearby(
    _ words: [[String]], _ query: SearchQuery, _ results: inout SearchResults
  ) throws(SQLiteError) {
    guard let position = query.position else { return }
    func lookUp(_ level: UInt32, _ limit: Int) throws(SQLiteError) -> [Int] {
      try self.lookUp(query.expression(words, cells: cells(position, level)), limit)
    }
    let levels = SearchToken.levels
    var index = levels.count - 2
    var ids = try lookUp(levels[index], Self.few)
    while ids.count == Self.few, index > 0 {
      index -= 1
      ids = try lookUp(levels[index], Self.few)
    }
    while true {
      if ids.count >= Self.few { ids = try lookUp(levels[index], mostFound(query)) }
      try score(ids, query, &results)
      let reach = SearchToken.reachMeters(level: levels[index], latitude: position.latitude)
      index += 1
      if reach > query.withinMeters || results.isFull(withinMeters: reach) || index == levels.count
      {
        return
      }
      ids = try lookUp(levels[index], mostFound(query))
    }
  }

  /// Looks for what the words may have meant, near first.
  private func forgive(
    _ query: SearchQuery, _ results: inout SearchResults
  ) throws(SQLiteError) {
    if typos == nil { typos = try TypoFinder(database) }
    guard let typos else { return }
    var alternatives: [[String]] = []
    for word in query.match.words {
      let near = try typos.words(near: word)
      alternatives.append([word] + near.filter { $0 != word })
    }
    guard alternatives.contains(where: { $0.count > 1 }) else { return }
    var surroundings: [[Unicode.Scalar]?] = [nil]
    if let position = query.position {
      surroundings.insert(cells(position, SearchToken.widest), at: 0)
    }
    for cells in surroundings {
      let expression = query.expression(alternatives, cells: cells)
      try score(
        try lookUp(expression, mostFound(query)), query, &results, isForgiving: true)
    }
  }

  /// Compares the names of rows, the nearest first, as long as they may be shown. `areExact`: also as
  /// long as one may be the best of those whose name is exactly the query.
  private func score(
    _ ids: [Int], _ query: SearchQuery, _ results: inout SearchResults, areExact: Bool = false,
    isForgiving: Bool = false
  ) throws(SQLiteError) {
    var candidates: [Candidate] = []
    for id in ids where results.isNew(id) {
      if let candidate = try candidate(id, query) { candidates.append(candidate) }
    }
    results.fits += candidates.count
    candidates.sort { ($0.most, $1.id) > ($1.most, $0.id) }
    for candidate in candidates {
      guard results.mayShow(candidate.most, amongExact: areExact) else { break }
      let own = NameFolding.words(candidate.name)
      var text = query.match.quality(of: own, isForgiving: isForgiving)
      var isExact = query.match.isExact(own)
      if text < SearchScore.otherName {
        for name in candidate.names.values {
          let words = NameFolding.words(name)
          let quality = query.match.quality(of: words, isForgiving: isForgiving)
          text = max(text, SearchScore.otherName * quality)
          isExact = isExact || query.match.isExact(words)
        }
      }
      if text == 0 {
        // Found by a token that it shares with another, or else no name by itself fits.
        let names = [candidate.name] + candidate.names.values
        guard isForgiving || query.match.fitsTogether(names) else { continue }
      }
      text = max(text, 0.4)
      let score = SearchScore.score(
        text: text, isExact: isExact, distanceMeters: candidate.distance,
        category: candidate.category)
      results.add(
        SearchResults.Entry(
          id: candidate.id, name: own.joined(separator: " "), text: text, isExact: isExact,
          distance: candidate.distance ?? 0, score: score))
    }
  }

  /// Nil for a row that is not asked for.
  private func candidate(_ id: Int, _ query: SearchQuery) throws(SQLiteError) -> Candidate? {
    try row.bind(1, id)
    guard try row.step() else { return nil }
    defer { row.reset() }
    guard row.int(6) != query.hiddenSource else { return nil }
    let category = UInt16(truncatingIfNeeded: row.int(2))
    guard query.categories?.contains(category) ?? true else { return nil }
    var distance: Double?
    if let position = query.position {
      let center = FixedPoint(latitude: row.int(3), longitude: row.int(4)).coordinate
      let meters = max(0, position.distance(to: center) - Double(row.int(5)) / 1000)
      guard meters <= query.withinMeters else { return nil }
      distance = meters
    }
    return Candidate(
      id: id, name: row.text(0), names: row.isNull(1) ? [:] : PlaceRow.names(row, column: 1),
      category: category, distance: distance,
      most: SearchScore.most(distanceMeters: distance))
  }
}
