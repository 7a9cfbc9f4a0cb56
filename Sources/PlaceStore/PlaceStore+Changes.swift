import SQLite

/// What was ever done to the place table; the difference of two tells what changed between them.
public struct PlaceTotals: Hashable, Sendable {
  /// Places that were added.
  public var added = 0
  /// Places that were changed.
  public var updated = 0
  /// Places that were removed.
  public var removed = 0

  /// Nothing.
  public init() {}
}

extension PlaceStore {
  /// A number that grows whenever places are added, changed or removed, by this process or another.
  public func changeCount() throws(StoreError) -> Int64 {
    let totals = try placeTotals()
    return Int64(totals.added + totals.updated + totals.removed)
  }

  /// What was ever done to the place table, by this process or another.
  public func placeTotals() throws(StoreError) -> PlaceTotals {
    try attempt { () throws(SQLiteError) in
      let statement = try statements.statement("SELECT added, updated, removed FROM tally")
      var totals = PlaceTotals()
      guard try statement.step() else { return totals }
      defer { statement.reset() }
      totals.added = statement.int(0)
      totals.updated = statement.int(1)
      totals.removed = statement.int(2)
      return totals
    }
  }
}
