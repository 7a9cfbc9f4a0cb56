import SQLite

/// Copies the rows that can still be read of a damaged database into the same tables of another: from
/// the beginning of a table up to the damage, and from its end back to it.
///
/// Two connections, and no transaction on the damaged one: an error of reading ends the transaction in
/// which it happens.
struct RowSalvage {
  let damaged: Database
  let target: Database

  /// Copies `atMost` rows of a table at most; how many were copied. `key` orders them; a row that is
  /// none of the table is left out. Needs a transaction on the target.
  func copy(
    _ table: String, by key: [String] = ["rowid"], where condition: String = "1",
    atMost limit: Int = .max
  ) -> Int {
    guard let columns = try? columns(of: table), !columns.isEmpty else { return 0 }
    let names = columns.joined(separator: ", ")
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    guard
      let insertion = try? target.prepare(
        "INSERT OR IGNORE INTO \(table)(\(names)) VALUES(\(places))")
    else { return 0 }
    var copied = 0
    for order in ["ASC", "DESC"] {
      let terms = key.map { "\($0) \(order)" }.joined(separator: ", ")
      guard
        let rows = try? damaged.prepare(
          "SELECT \(names) FROM \(table) WHERE \(condition) ORDER BY \(terms)")
      else { continue }
      defer { rows.reset() }
      do {
        while try copied < limit && rows.step() {
          let isNew = try? insert(rows, columns.count, insertion)
          // From the end back: what follows was reached from the beginning.
          if order == "DESC", isNew == false { break }
          if isNew == true { copied += 1 }
        }
        return copied
      } catch {
        continue
      }
    }
    return copied
  }

  /// False where the row is there already.
  private func insert(
    _ row: Statement, _ count: Int, _ insertion: Statement
  ) throws(SQLiteError) -> Bool {
    for column in 0..<Int32(count) { try insertion.bind(column + 1, column, of: row) }
    try insertion.run()
    return target.changes > 0
  }

  /// The columns of the target's table that the damaged one has too.
  private func columns(of table: String) throws(SQLiteError) -> [String] {
    func columns(_ database: Database) throws(SQLiteError) -> [String] {
      let statement = try database.prepare("SELECT name FROM pragma_table_info('\(table)')")
      var names: [String] = []
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
    let old = try columns(damaged)
    return try columns(target).filter(old.contains)
  }
}
