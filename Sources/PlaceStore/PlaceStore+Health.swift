import Geography
import SQLite

extension PlaceStore {
  /// How many changes of health are kept.
  public static let healthHistoryLength = 50

  /// Keeps a change of health and drops all but the last fifty. Needs a transaction.
  func insert(_ change: StoredHealth) throws(SQLiteError) {
    let statement = try statements.statement(
      "INSERT INTO health(time, code, severity, text, hint, is_over) VALUES(?, ?, ?, ?, ?, ?)")
    try statement.bind(1, change.time.milliseconds)
    try statement.bind(2, change.code)
    try statement.bind(3, change.severity)
    try statement.bind(4, change.text)
    try statement.bind(5, change.hint)
    try statement.bind(6, change.isOver ? 1 : 0)
    try statement.run()
    let drop = try statements.statement("DELETE FROM health WHERE id <= ?")
    try drop.bind(1, database.lastInsertedRow - Int64(Self.healthHistoryLength))
    try drop.run()
  }

  /// The last changes of health, the newest first.
  public func healthHistory() throws(StoreError) -> [StoredHealth] {
    try attempt { () throws(SQLiteError) in
      let statement = try statements.statement(
        "SELECT time, code, severity, text, hint, is_over FROM health ORDER BY id DESC")
      var list: [StoredHealth] = []
      while try statement.step() {
        list.append(
          StoredHealth(
            time: UTCTime(milliseconds: statement.integer(0)), code: statement.text(1),
            severity: statement.text(2), text: statement.text(3), hint: statement.optionalText(4),
            isOver: statement.int(5) != 0))
      }
      return list
    }
  }
}
