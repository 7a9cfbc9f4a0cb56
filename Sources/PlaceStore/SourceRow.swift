import SQLite

/// A row of the table `source`.
package struct SourceRow: Hashable, Sendable {
  package var id: Int
  package var name: String
  package var attribution: String?
}

extension PlaceStore {
  /// The source with this number.
  func source(id: Int) throws(SQLiteError) -> SourceRow {
    if let known = sources[id] { return known }
    let statement = try statements.statement("SELECT name, attribution FROM source WHERE id = ?")
    try statement.bind(1, id)
    var row = SourceRow(id: id, name: "")
    if try statement.step() {
      row.name = statement.text(0)
      row.attribution = statement.optionalText(1)
      statement.reset()
    }
    sources[id] = row
    return row
  }

  /// The number of the source called `name`, nil where no place came from it.
  package func sourceID(named name: String) throws(SQLiteError) -> Int? {
    if let known = sources.first(where: { $0.value.name == name }) { return known.key }
    let statement = try statements.statement("SELECT id, attribution FROM source WHERE name = ?")
    try statement.bind(1, name)
    guard try statement.step() else { return nil }
    let row = SourceRow(
      id: statement.int(0), name: name, attribution: statement.optionalText(1))
    statement.reset()
    sources[row.id] = row
    return row.id
  }

  /// The number of the source called `name`, made where there was none; a new `attribution` replaces
  /// the old one. Needs a transaction.
  package func makeSource(
    named name: String, attribution: String? = nil
  ) throws(SQLiteError) -> Int {
    if let id = try sourceID(named: name) {
      if let attribution, sources[id]?.attribution != attribution {
        let update = try statements.statement("UPDATE source SET attribution = ? WHERE id = ?")
        try update.bind(1, attribution)
        try update.bind(2, id)
        try update.run()
        sources[id] = nil
      }
      return id
    }
    let insert = try statements.statement("INSERT INTO source(name, attribution) VALUES(?, ?)")
    try insert.bind(1, name)
    try insert.bind(2, attribution)
    try insert.run()
    return Int(database.lastInsertedRow)
  }

  /// Whom the data of each source is from, in order of name: for export and the map.
  public func attributions() throws(StoreError) -> [(source: String, attribution: String)] {
    try attempt { () throws(SQLiteError) in
      let statement = try statements.statement(
        "SELECT name, attribution FROM source WHERE attribution IS NOT NULL ORDER BY name")
      var list: [(source: String, attribution: String)] = []
      while try statement.step() { list.append((statement.text(0), statement.text(1))) }
      return list
    }
  }
}
