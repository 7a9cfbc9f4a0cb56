import SQLite

/// The tables `search` and `typo`, written row by row. Needs a transaction.
package final class SearchIndex {
  private let insertion: Statement
  private let deletion: Statement
  private let typoInsertion: Statement
  private let typoDeletion: Statement
  private let database: Database

  package init(_ database: Database) throws(SQLiteError) {
    self.database = database
    insertion = try database.prepare(
      "INSERT INTO search(rowid, words) VALUES(?, ?)")
    deletion = try database.prepare(
      "INSERT INTO search(search, rowid, words) VALUES('delete', ?, ?)")
    typoInsertion = try database.prepare("INSERT INTO typo(rowid, word) VALUES(?, ?)")
    typoDeletion = try database.prepare(
      "INSERT INTO typo(typo, rowid, word) VALUES('delete', ?, ?)")
  }

  package func insert(_ row: PlaceRow) throws(SQLiteError) {
    try run(insertion, typoInsertion, id: row.id, SearchDocument(row))
  }

  /// `row` as it was when it was inserted.
  package func remove(_ row: PlaceRow) throws(SQLiteError) {
    try run(deletion, typoDeletion, id: row.id, SearchDocument(row))
  }

  /// Does nothing where both rows are found by the same words in the same cells.
  package func replace(_ old: PlaceRow, with new: PlaceRow) throws(SQLiteError) {
    let (before, after) = (SearchDocument(old), SearchDocument(new))
    guard before != after || old.id != new.id else { return }
    try run(deletion, typoDeletion, id: old.id, before)
    try run(insertion, typoInsertion, id: new.id, after)
  }

  private func run(
    _ statement: Statement, _ typoStatement: Statement, id: Int, _ document: SearchDocument
  ) throws(SQLiteError) {
    try statement.bind(1, id)
    try statement.bind(2, document.words)
    try statement.run()
    guard !document.backwards.isEmpty else { return }
    try typoStatement.bind(1, id)
    try typoStatement.bind(2, document.backwards)
    try typoStatement.run()
  }

  /// One step of merging the index's segments; true while there is more to merge. A first step with a
  /// negative number of pages makes the steps after it merge all of them into one.
  package func merge(pages: Int) throws(SQLiteError) -> Bool {
    var isBusy = false
    for table in ["search", "typo"] {
      let before = database.totalChanges
      try database.execute("INSERT INTO \(table)(\(table), rank) VALUES('merge', \(pages))")
      // SQLite's documentation: fewer than two changes mean that nothing was left to do.
      if database.totalChanges - before >= 2 { isBusy = true }
    }
    return isBusy
  }

  /// Merges all segments into one, however long that takes.
  package func mergeAll() throws(SQLiteError) {
    try database.execute(
      """
      INSERT INTO search(search) VALUES('optimize');
      INSERT INTO typo(typo) VALUES('optimize')
      """)
  }
}
