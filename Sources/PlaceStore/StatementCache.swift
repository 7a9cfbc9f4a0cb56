import SQLite

/// Compiled statements by their text, each compiled once.
package final class StatementCache {
  private let database: Database
  private var statements: [String: Statement] = [:]

  package init(_ database: Database) { self.database = database }

  /// The statement for `sql`, reset.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] {
      known.reset()
      return known
    }
    let statement = try database.prepare(sql)
    statements[sql] = statement
    return statement
  }
}
