import Glibc
import PlaceStore
import SQLite

/// What connects the plan of an import with the database: reads it, writes it, drops it.
struct ImportLog {
  let store: PlaceStore

  /// The plan of an import that did not end; nil when there is none.
  func plan() throws(SQLiteError) -> ImportPlan? {
    try store.state(ImportPlan.key).flatMap(ImportPlan.init)
  }

  /// How far it is.
  func mark() throws(SQLiteError) -> ImportMark {
    try store.state(ImportMark.key).flatMap(ImportMark.init) ?? ImportMark()
  }

  /// Needs a transaction.
  func write(_ mark: ImportMark) throws(SQLiteError) {
    try store.setState(ImportMark.key, mark.encoded)
  }

  /// Needs a transaction.
  func write(_ plan: ImportPlan) throws(SQLiteError) {
    try store.setState(ImportPlan.key, plan.encoded)
    try write(ImportMark())
  }

  /// Needs a transaction.
  func drop() throws(SQLiteError) {
    try store.setState(ImportPlan.key, nil)
    try store.setState(ImportMark.key, nil)
  }

  /// Ends an import that is not gone on with: its new places get their origins, which it would have
  /// indexed last. Needs a transaction.
  func abandon(_ plan: ImportPlan) throws(SQLiteError) {
    let rows = try store.database.prepare(
      "SELECT \(PlaceRow.columns) FROM place WHERE id >= ? AND id < ?")
    try rows.bind(1, plan.firstID)
    try rows.bind(2, plan.firstID + plan.newCount)
    while try rows.step() { try store.insertOrigin(of: PlaceRow(rows)) }
    try drop()
  }
}
