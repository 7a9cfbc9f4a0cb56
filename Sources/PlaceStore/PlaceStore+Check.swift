import Geography
import Places
import SQLite

extension PlaceStore {
  /// Compares everything that is derived from the place rows with them, and lets SQLite look at the
  /// file. Reads all of it: seconds for a million places. Nothing is changed.
  public func check() throws(StoreError) -> [StoreProblem] {
    var problems: [StoreProblem] = []
    do {
      for text in try integrityProblems() {
        problems.append(StoreProblem(kind: .file, text: text, isRepairable: false))
      }
    } catch {
      problems.append(StoreProblem(kind: .file, text: "\(error)", isRepairable: false))
    }
    // Each part by itself: where one cannot be read, the others may be.
    for (kind, part) in parts {
      do {
        if let text = try part() { problems.append(StoreProblem(kind: kind, text: text)) }
      } catch  where error.code == .corrupt {
        problems.append(StoreProblem(kind: kind, text: "it cannot be read: \(error)"))
      } catch {
        throw StoreError(error, path: path)
      }
    }
    return problems
  }

  private var parts: [(StoreProblem.Kind, () throws(SQLiteError) -> String?)] {
    [
      (.tally, checkTally), (.origins, checkOrigins), (.grid, checkGrid), (.search, checkSearch),
    ]
  }

  private func integrityProblems() throws(SQLiteError) -> [String] {
    let statement = try database.prepare("PRAGMA integrity_check(5)")
    var texts: [String] = []
    while try statement.step() {
      if statement.text(0) != "ok" { texts.append(statement.text(0)) }
    }
    return texts
  }

  private func checkTally() throws(SQLiteError) -> String? {
    let counted = try database.integer("SELECT count(*) FROM place") ?? 0
    let kept = try database.integer("SELECT places FROM tally")
    if kept != counted { return "\(counted) places, but \(kept ?? 0) counted" }
    let highest = try database.integer("SELECT max(id) FROM place") ?? 0
    let next = try database.integer("SELECT next_place FROM tally") ?? 0
    return highest < next ? nil : "the next number, \(next), is taken"
  }

  private func checkOrigins() throws(SQLiteError) -> String? {
    // An import that was killed indexes its new places last.
    if try state("import.plan") != nil { return nil }
    let rows = try database.prepare("SELECT id, source, source_id FROM place")
    let find = try database.prepare(
      "SELECT 1 FROM origin WHERE source = ? AND hash = ? AND place = ?")
    var (count, missing) = (0, 0)
    while try rows.step() {
      count += 1
      try find.bind(1, rows.int(1))
      try find.bind(2, OriginHash.of(rows.text(2)))
      try find.bind(3, rows.int(0))
      if try !find.step() { missing += 1 }
      find.reset()
    }
    let indexed = Int(try database.integer("SELECT count(*) FROM origin") ?? 0)
    return missing == 0 && indexed == count
      ? nil : "\(missing) of \(count) places are not found by their source id, \(indexed) entries"
  }

  /// Reads the tiles once and the rows once. The sum of hashes tells whether they hold the same
  /// entries; the order and the keys are looked at on the way.
  private func checkGrid() throws(SQLiteError) -> String? {
    let statement = try database.prepare("SELECT key, entries FROM tile ORDER BY key")
    var inTiles = EntrySum()
    var previous = GridKey(value: -1)
    while try statement.step() {
      let key = GridKey(value: statement.integer(0))
      let entries = statement.withBlob(1) { bytes in
        bytes.count % GridEntry.size == 0 ? GridEntry.entries(in: bytes) : []
      }
      guard let first = entries.first, let last = entries.last else {
        return "a tile is empty or damaged"
      }
      let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.code <= $1.code }
      let isBehind =
        previous.value < 0 || previous.gridClass < key.gridClass || previous.code <= first.code
      guard isSorted, isBehind, last.code <= key.code else { return "a tile is out of order" }
      for entry in entries { inTiles.add(entry, key.gridClass) }
      previous = key
    }
    let rows = try database.prepare("SELECT \(PlaceRow.columns) FROM place")
    var inRows = EntrySum()
    while try rows.step() {
      let (entry, gridClass) = GridEntry.of(PlaceRow(rows))
      inRows.add(entry, gridClass)
    }
    return inTiles == inRows
      ? nil : "\(inTiles.count) entries in tiles, \(inRows.count) places, not the same"
  }

  /// Reads the words of the index once and the rows once.
  private func checkSearch() throws(SQLiteError) -> String? {
    // FTS5's own check, of beginnings of words too, is an INSERT.
    for table in ["search", "typo"] where !isReadOnly {
      try database.execute("INSERT INTO \(table)(\(table)) VALUES('integrity-check')")
    }
    try database.execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_all
        USING fts5vocab('main', 'search', 'instance');
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.typo_all USING fts5vocab('main', 'typo', 'instance')
      """)
    var indexed = WordSum()
    for table in ["search", "typo"] {
      let words = try database.prepare("SELECT term, doc FROM temp.\(table)_all")
      while try words.step() { indexed.add(words.blob(0), words.int(1), table) }
    }
    let rows = try database.prepare("SELECT \(PlaceRow.columns) FROM place")
    var expected = WordSum()
    while try rows.step() {
      let row = PlaceRow(rows)
      let document = SearchDocument(row)
      for (table, text) in [("search", document.words), ("typo", document.backwards)] {
        // By their bytes: the index knows no equivalent characters.
        for word in Set(text.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)) {
          expected.add(word, row.id, table)
        }
      }
    }
    return indexed == expected
      ? nil : "\(indexed.count) words indexed, \(expected.count) in the rows, not the same"
  }
}

/// Entries as a number that does not depend on their order.
private struct EntrySum: Equatable {
  var count = 0
  var sum: UInt64 = 0

  mutating func add(_ entry: GridEntry, _ gridClass: UInt8) {
    count += 1
    var bytes: [UInt8] = [gridClass]
    entry.append(to: &bytes)
    sum &+= Mixing.hash(bytes)
  }
}

/// Words of places as a number that does not depend on their order.
private struct WordSum: Equatable {
  var count = 0
  var sum: UInt64 = 0

  mutating func add(_ word: [UInt8], _ id: Int, _ table: String) {
    count += 1
    sum &+= Mixing.hash(Array("\(table)\0\(id)\0".utf8) + word)
  }
}

private enum Mixing {
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 29
  }
}
