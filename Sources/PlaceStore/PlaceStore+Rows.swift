import Places
import SQLite

/// Writing place rows with all that hangs on them. Everything here needs a transaction.
extension PlaceStore {
  /// The first of `count` numbers that no place ever had.
  package func takePlaceIDs(_ count: Int) throws(SQLiteError) -> Int {
    let statement = try statements.statement(
      "UPDATE tally SET next_place = next_place + ? RETURNING next_place")
    try statement.bind(1, count)
    guard try statement.step() else { return 1 }
    let next = statement.int(0)
    try statement.run()
    return next - count
  }

  /// Adds to what was ever done to the table.
  package func count(added: Int = 0, updated: Int = 0, removed: Int = 0) throws(SQLiteError) {
    guard added + updated + removed > 0 else { return }
    let statement = try statements.statement(
      """
      UPDATE tally SET places = places + ?1 - ?3, added = added + ?1, updated = updated + ?2,
        removed = removed + ?3
      """)
    try statement.bind(1, added)
    try statement.bind(2, updated)
    try statement.bind(3, removed)
    try statement.run()
  }

  /// Adds a row whose numbers are given, with its outline. Its origin is inserted apart, since an
  /// import does that in the order of the origins.
  package func insert(
    _ row: PlaceRow, shape: [UInt8]?, edits: inout GridEdits
  ) throws(SQLiteError) {
    try writeRow(row, shape: shape, hadShape: false)
    edits.insert(row)
    try searchIndex.insert(row)
  }

  /// Writes the row itself and its outline, as `ShapeCoding` has it.
  private func writeRow(_ row: PlaceRow, shape: [UInt8]?, hadShape: Bool) throws(SQLiteError) {
    let statement = try statements.statement(
      """
      INSERT OR REPLACE INTO place(\(PlaceRow.columns))
      VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
      """)
    try row.bind(to: statement)
    try statement.run()
    if let shape {
      let statement = try statements.statement(
        "INSERT OR REPLACE INTO shape(id, rings) VALUES(?, ?)")
      try statement.bind(1, row.id)
      try statement.bind(2, shape)
      try statement.run()
    } else if hadShape {
      try deleteShape(of: row.id)
    }
  }

  /// Makes `old` into `new`, which keeps its numbers.
  package func replace(
    _ old: PlaceRow, with new: PlaceRow, shape: [UInt8]?, edits: inout GridEdits
  ) throws(SQLiteError) {
    try writeRow(new, shape: shape, hadShape: old.hasShape)
    edits.remove(old)
    edits.insert(new)
    try searchIndex.replace(old, with: new)
  }

  /// Removes a row with all that hangs on it, and remembers that it was there.
  package func delete(
    _ row: PlaceRow, byUser: Bool, edits: inout GridEdits
  ) throws(SQLiteError) {
    edits.remove(row)
    try searchIndex.remove(row)
    let delete = try statements.statement("DELETE FROM place WHERE id = ?")
    try delete.bind(1, row.id)
    try delete.run()
    if row.hasShape { try deleteShape(of: row.id) }
    let origin = try statements.statement(
      "DELETE FROM origin WHERE source = ? AND hash = ? AND place = ?")
    try origin.bind(1, row.source)
    try origin.bind(2, OriginHash.of(row.sourceID))
    try origin.bind(3, row.id)
    try origin.run()
    let remember = try statements.statement("INSERT OR REPLACE INTO removed VALUES(?, ?, ?, ?)")
    try remember.bind(1, row.source)
    try remember.bind(2, row.sourceID)
    try remember.bind(3, row.id)
    try remember.bind(4, byUser ? 1 : 0)
    try remember.run()
  }

  /// How a place of a source was removed; nil where it was not.
  package func removal(
    source: Int, sourceID: String
  ) throws(SQLiteError) -> (id: Int, byUser: Bool)? {
    let statement = try statements.statement(
      "SELECT place, by_user FROM removed WHERE source = ? AND source_id = ?")
    try statement.bind(1, source)
    try statement.bind(2, sourceID)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return (statement.int(0), statement.int(1) != 0)
  }

  /// A place that was removed is back.
  package func forgetRemoval(of row: PlaceRow) throws(SQLiteError) {
    let statement = try statements.statement(
      "DELETE FROM removed WHERE source = ? AND source_id = ?")
    try statement.bind(1, row.source)
    try statement.bind(2, row.sourceID)
    try statement.run()
  }

  package func insertOrigin(of row: PlaceRow) throws(SQLiteError) {
    let statement = try statements.statement("INSERT OR IGNORE INTO origin VALUES(?, ?, ?)")
    try statement.bind(1, row.source)
    try statement.bind(2, OriginHash.of(row.sourceID))
    try statement.bind(3, row.id)
    try statement.run()
  }

  private func deleteShape(of id: Int) throws(SQLiteError) {
    let statement = try statements.statement("DELETE FROM shape WHERE id = ?")
    try statement.bind(1, id)
    try statement.run()
  }
}
