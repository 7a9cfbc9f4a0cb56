import SQLite

extension PlaceStore {
  /// Builds the grid, the search index, the index of source ids and the count of places anew from the
  /// place rows, in one transaction.
  ///
  /// Memory is bounded; the entries are sorted in a file beside the database.
  public func rebuildIndexes() throws(StoreError) {
    guard path != ":memory:" else {
      throw StoreError(.invalid, "a table in memory has nothing to mend")
    }
    let file: RunFile
    do {
      file = try RunFile(path: path + "-rebuild", truncating: true)
    } catch {
      throw StoreError(
        .readOnly, "'\(path)-rebuild' cannot be written: \(error.message)",
        hint: "A repair works beside the database: this user must be able to write there.")
    }
    defer { file.remove() }
    try write { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        try rebuildTally()
        try rebuildOrigins()
        try rebuildSearch()
      }
      try GridBuilder(database, path: path, runsIn: file).build()
    }
  }

  private func rebuildTally() throws(SQLiteError) {
    try database.execute(
      """
      UPDATE tally SET places = (SELECT count(*) FROM place),
        next_place = max(next_place, 1 + (SELECT ifnull(max(id), 0) FROM place),
          1 + (SELECT ifnull(max(place), 0) FROM removed)),
        updated = updated + 1
      """)
  }

  private func rebuildOrigins() throws(SQLiteError) {
    try database.execute("DELETE FROM origin")
    let rows = try database.prepare("SELECT \(PlaceRow.columns) FROM place")
    while try rows.step() { try insertOrigin(of: PlaceRow(rows)) }
  }

  private func rebuildSearch() throws(SQLiteError) {
    // A damaged index may not even be emptied: its tables are made anew.
    try database.execute("DROP TABLE search; DROP TABLE typo")
    try database.execute(Schema.searchTables)
    let index = try SearchIndex(database)
    let rows = try database.prepare("SELECT \(PlaceRow.columns) FROM place")
    while try rows.step() { try index.insert(PlaceRow(rows)) }
    try index.mergeAll()
  }
}
