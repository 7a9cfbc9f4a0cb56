import Detection
import Geography
import SQLite

extension PlaceStore {
  /// Visits that match, the newest first, and where to go on when there are more.
  public func visits(
    _ query: VisitQuery = VisitQuery()
  ) throws(StoreError) -> (visits: [Visit], next: VisitCursor?) {
    try attempt { () throws(SQLiteError) in
      let statement = try statements.statement(
        """
        SELECT \(VisitCoding.columns) FROM visit
        WHERE (began, id) < (?1, ?2) AND (?3 IS NULL OR began < ?3)
          AND (?4 IS NULL OR coalesce(departed, departed_to, 1 << 62) >= ?4)
          AND (?5 = 0 OR (?5 = 1 AND place IS NULL) OR place = ?6)
        ORDER BY began DESC, id DESC LIMIT ?7
        """)
      try statement.bind(1, query.after?.began ?? .max)
      try statement.bind(2, query.after?.id ?? .max)
      try statement.bind(3, query.until.map { Int($0.milliseconds) })
      try statement.bind(4, query.since.map { Int($0.milliseconds) })
      switch query.place {
      case .any:
        try statement.bind(5, 0)
        try statement.bindNull(6)
      case .none:
        try statement.bind(5, 1)
        try statement.bindNull(6)
      case .place(let id):
        try statement.bind(5, 2)
        try statement.bind(6, id)
      }
      let limit = max(0, query.limit)
      try statement.bind(7, limit == .max ? limit : limit + 1)
      var visits: [Visit] = []
      var next: VisitCursor?
      var last = VisitCursor(began: .max, id: .max)
      while try statement.step() {
        if visits.count == limit {
          next = last
          break
        }
        visits.append(VisitCoding.visit(statement))
        last = VisitCursor(began: statement.integer(1), id: statement.integer(0))
      }
      statement.reset()
      return (visits, next)
    }
  }

  /// The visit with this number; nil when there is none.
  public func visit(id: Int) throws(StoreError) -> Visit? {
    try attempt { () throws(SQLiteError) in
      let statement = try statements.statement(
        "SELECT \(VisitCoding.columns) FROM visit WHERE id = ?")
      try statement.bind(1, id)
      guard try statement.step() else { return nil }
      defer { statement.reset() }
      return VisitCoding.visit(statement)
    }
  }

  /// The newest visit, where it has not ended.
  public func openVisit() throws(StoreError) -> Visit? {
    try visits(VisitQuery(limit: 1)).visits.first { $0.isOpen }
  }

  /// Removes a visit and remembers its number, so that the same stop is not detected again. The
  /// visit as it was; durable when this returns.
  public func removeVisit(id: Int) throws(StoreError) -> Visit {
    guard let visit = try visit(id: id) else {
      throw StoreError(
        .notFound, "there is no visit \(id)", hint: "'placectl visits' lists them.")
    }
    try write { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        for sql in [
          "DELETE FROM visit WHERE id = ?", "INSERT OR IGNORE INTO removed_visit VALUES(?)",
        ] {
          let statement = try statements.statement(sql)
          try statement.bind(1, id)
          try statement.run()
        }
      }
    }
    return visit
  }

  /// Whether the user removed the visit with this number.
  public func isVisitRemoved(id: Int) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      let statement = try statements.statement("SELECT 1 FROM removed_visit WHERE id = ?")
      try statement.bind(1, id)
      defer { statement.reset() }
      return try statement.step()
    }
  }

  /// Deletes visits that ended before `time`, for `[visits] keep`; how many. Writes nothing where
  /// there are none.
  public func deleteVisits(endedBefore time: UTCTime) throws(StoreError) -> Int {
    let condition = "coalesce(departed, departed_to) < \(time.milliseconds)"
    let count = try attempt { () throws(SQLiteError) in
      try database.integer("SELECT count(*) FROM visit WHERE \(condition)") ?? 0
    }
    guard count > 0 else { return 0 }
    try write { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        try database.execute("DELETE FROM visit WHERE \(condition)")
      }
    }
    return Int(count)
  }

  /// Needs a transaction. A visit that the user removed stays removed.
  func upsert(_ visit: Visit) throws(SQLiteError) {
    // What leaves `began` alone writes no page of its index.
    let update = try statements.statement(
      """
      UPDATE visit SET device = ?3, place = ?4, lat = ?5, lon = ?6, accuracy = ?7, arrived = ?8,
        departed = ?9, departed_from = ?10, departed_to = ?11, alternatives = ?12, confirmed = ?13,
        inferred = ?14
      WHERE id = ?1 AND began = ?2
      """)
    try VisitCoding.bind(visit, to: update)
    try update.run()
    guard database.changes == 0 else { return }
    let statement = try statements.statement(
      """
      INSERT OR REPLACE INTO visit(\(VisitCoding.columns))
      SELECT ?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14
      WHERE NOT EXISTS(SELECT 1 FROM removed_visit WHERE id = ?1)
      """)
    try VisitCoding.bind(visit, to: statement)
    try statement.run()
  }
}
