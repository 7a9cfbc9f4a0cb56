import Geography
import SQLite

extension PlaceStore {
  /// Erases visits and confirmations for good: what was in the file is overwritten, also in the log.
  ///
  /// `since` and `until` bound the time, `placeID` the place; with none of them everything goes, the
  /// selection, the detector's state and the memory of removed visits too. Durable when this
  /// returns.
  public func forget(
    since: UTCTime? = nil, until: UTCTime? = nil, placeID: Int? = nil
  ) throws(StoreError) -> (visits: Int, lessons: Int) {
    let isAll = since == nil && until == nil && placeID == nil
    try attempt { () throws(SQLiteError) in try database.execute("PRAGMA secure_delete=ON") }
    defer { try? database.execute("PRAGMA secure_delete=OFF") }
    let counts: (visits: Int, lessons: Int) = try write { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        func erase(_ sql: String) throws(SQLiteError) -> Int {
          let statement = try statements.statement(sql)
          try statement.bind(1, since.map { Int($0.milliseconds) })
          try statement.bind(2, until.map { Int($0.milliseconds) })
          try statement.bind(3, placeID)
          try statement.run()
          return database.changes
        }
        let visits = try erase(
          """
          DELETE FROM visit WHERE (?1 IS NULL OR coalesce(departed, departed_to, 1 << 62) >= ?1)
            AND (?2 IS NULL OR began < ?2) AND (?3 IS NULL OR place = ?3)
          """)
        let lessons = try erase(
          """
          DELETE FROM lesson WHERE (?1 IS NULL OR time >= ?1) AND (?2 IS NULL OR time < ?2)
            AND (?3 IS NULL OR place = ?3)
          """)
        if isAll {
          try database.execute(
            """
            DELETE FROM removed_visit;
            DELETE FROM state WHERE key IN ('selection', 'detector')
            """)
        }
        return (visits, lessons)
      }
    }
    if isAll { try stateFile?.erase() }
    // The log still holds the pages as they were.
    try attempt { () throws(SQLiteError) in
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return counts
  }
}
