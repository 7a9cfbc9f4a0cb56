import PlaceStore
import Places
import SQLite

/// What follows when all rows are in.
extension ImportApplier {
  /// Indexes the new places by their source ids, in the order of the index: in the order of the curve
  /// each would touch another page.
  func applyOrigins() throws {
    let runs = SortedRuns(in: file, bufferSize: 4 << 20)
    let rows = try store.database.prepare(
      "SELECT id, source, source_id FROM place WHERE id >= ? AND id < ?")
    try rows.bind(1, plan.firstID)
    try rows.bind(2, plan.firstID + plan.newCount)
    while try rows.step() {
      var writer = RecordWriter()
      writer.integer(rows.int(0))
      writer.integer(rows.int(1))
      // SQLite orders hashes as signed numbers.
      let hash = UInt64(bitPattern: OriginHash.of(rows.text(2))) ^ (1 << 63)
      try runs.add(key: hash, writer.output)
    }
    var merged = try MergedRuns(try runs.finish(), in: file)
    for _ in 0..<mark.done { _ = try merged.next { _, _ in } }
    let next: ImportMark.Phase = plan.prune ? .pruning : .tidying
    let insert = try store.database.prepare("INSERT OR IGNORE INTO origin VALUES(?, ?, ?)")
    try step(.finishing, total: plan.newCount, next: next) { _ in
      for _ in 0..<Self.stride {
        var origin: (hash: Int64, id: Int, source: Int)?
        let isThere = try merged.next { key, payload in
          var reader = RecordReader(payload)
          origin = (Int64(bitPattern: key ^ (1 << 63)), reader.integer(), reader.integer())
        }
        guard isThere, let origin else { return true }
        mark.done += 1
        try insert.bind(1, origin.source)
        try insert.bind(2, origin.hash)
        try insert.bind(3, origin.id)
        try insert.run()
      }
      return false
    }
  }

  /// Removes the places of the file's sources that the file lacks.
  func prune() throws {
    let seen = SeenPlaces(matches, newIDs: plan.firstID..<plan.firstID + plan.newCount)
    var sources = sourceNumbers[...]
    var scan = OriginScan(store.database)
    try step(.finishing, total: plan.layout.count, next: .tidying) { edits in
      guard let source = sources.first else { return true }
      let ids = try scan.next(Self.stride * 8, ofSource: source)
      if ids.isEmpty { sources.removeFirst() }
      for id in ids where !seen.contains(id) {
        guard let row = try store.row(id: id) else { continue }
        try store.delete(row, byUser: false, edits: &edits)
        mark.removed += 1
      }
      return false
    }
  }

  /// Merges the pieces of the search index, and ends the import.
  func tidy() throws {
    let changes = mark.added + mark.updated + mark.removed
    if changes >= Self.tidyFrom {
      var pages = Self.tidyPages
      if changes * Self.tidyAllFrom >= store.placeCount { pages = -pages }
      try step(.finishing, total: plan.layout.count, next: nil) { _ in
        defer { pages = Self.tidyPages }
        return try !store.searchIndex.merge(pages: pages)
      }
    }
    try store.database.transaction { () throws(SQLiteError) in try log.drop() }
  }
}

/// The places of a source, by their index.
struct OriginScan {
  private let database: Database
  private var statement: Statement?
  private var source = 0
  private var last: (hash: Int64, place: Int64) = (.min, .min)

  init(_ database: Database) { self.database = database }

  /// The next places of a source; none at its end. Another source starts anew.
  mutating func next(_ count: Int, ofSource source: Int) throws(SQLiteError) -> [Int] {
    if source != self.source {
      self.source = source
      last = (.min, .min)
    }
    let statement: Statement
    if let known = self.statement {
      statement = known
    } else {
      statement = try database.prepare(
        """
        SELECT hash, place FROM origin WHERE source = ? AND (hash, place) > (?, ?)
        ORDER BY hash, place LIMIT ?
        """)
      self.statement = statement
    }
    try statement.bind(1, source)
    try statement.bind(2, last.hash)
    try statement.bind(3, last.place)
    try statement.bind(4, count)
    var ids: [Int] = []
    while try statement.step() {
      last = (statement.integer(0), statement.integer(1))
      ids.append(Int(last.place))
    }
    return ids
  }
}

/// The places of the table that a file has: a bit for each number.
struct SeenPlaces {
  private var bits: [UInt64] = []
  private let newIDs: Range<Int>

  init(_ matches: MatchTable, newIDs: Range<Int>) {
    self.newIDs = newIDs
    for ordinal in 0..<matches.count {
      let match = matches[ordinal]
      guard match != MatchTable.new, match != MatchTable.dropped else { continue }
      let word = Int(match) / 64
      while bits.count <= word {
        bits.append(contentsOf: repeatElement(0, count: max(1, word + 1 - bits.count)))
      }
      bits[word] |= 1 << UInt64(Int(match) % 64)
    }
  }

  func contains(_ id: Int) -> Bool {
    if newIDs.contains(id) { return true }
    return id / 64 < bits.count && bits[id / 64] & 1 << UInt64(id % 64) != 0
  }
}
