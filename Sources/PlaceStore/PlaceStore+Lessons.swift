import Geography
import SQLite

extension PlaceStore {
  /// All confirmations in the order in which they were told.
  public func lessons() throws(StoreError) -> [StoredLesson] {
    try attempt { () throws(SQLiteError) in
      let statement = try statements.statement(
        "SELECT id, place, lat, lon, sigma, time, weight, kind FROM lesson ORDER BY id")
      var lessons: [StoredLesson] = []
      while try statement.step() {
        let position = FixedPoint(latitude: statement.int(2), longitude: statement.int(3))
        lessons.append(
          StoredLesson(
            id: statement.int(0), placeID: statement.int(1), position: position.coordinate,
            sigmaMeters: statement.double(4),
            time: UTCTime(milliseconds: statement.integer(5)), weight: statement.double(6),
            kind: StoredLesson.Kind(rawValue: statement.int(7)) ?? .confirmed))
      }
      return lessons
    }
  }

  /// Needs a transaction. What was confirmed with a position of its own stays.
  func retractLessons(of stop: ClosedRange<UTCTime>) throws(SQLiteError) {
    let statement = try statements.statement(
      "DELETE FROM lesson WHERE time >= ? AND time <= ? AND kind IN (?, ?)")
    try statement.bind(1, stop.lowerBound.milliseconds)
    try statement.bind(2, stop.upperBound.milliseconds)
    try statement.bind(3, StoredLesson.Kind.selected.rawValue)
    try statement.bind(4, StoredLesson.Kind.corrected.rawValue)
    try statement.run()
  }

  /// Needs a transaction.
  func forgetLessons(ofPlace id: Int) throws(SQLiteError) {
    let statement = try statements.statement("DELETE FROM lesson WHERE place = ?")
    try statement.bind(1, id)
    try statement.run()
  }

  /// Needs a transaction.
  func insert(_ lesson: StoredLesson) throws(SQLiteError) {
    let position = FixedPoint(lesson.position)
    let statement = try statements.statement(
      """
      INSERT INTO lesson(place, lat, lon, sigma, time, weight, kind)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """)
    try statement.bind(1, lesson.placeID)
    try statement.bind(2, position.latitude)
    try statement.bind(3, position.longitude)
    try statement.bind(4, lesson.sigmaMeters.isFinite ? lesson.sigmaMeters : 0)
    try statement.bind(5, lesson.time.milliseconds)
    try statement.bind(6, lesson.weight.isFinite ? lesson.weight : 0)
    try statement.bind(7, lesson.kind.rawValue)
    try statement.run()
  }
}
