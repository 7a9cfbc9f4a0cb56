import Geography
import Places
import SQLite

/// A database that SQLite calls damaged: a torn page, a file that a dying card cut short.
extension PlaceStore {
  /// Places that are taken over into the new file at most, so that a service is ready in time.
  private static let mostPlaces = 100_000

  /// Makes a new database of what can still be read of the one at `path`, and moves the damaged file
  /// aside, under a name that says when. Nothing is ever deleted. Killed in the middle, the damaged
  /// file is still in its place.
  ///
  /// Throws where the file is not ours, or of a newer version, and where there is no room.
  public static func rescue(path: String, at time: UTCTime) throws(StoreError) -> Rescue {
    let file = StoreFile(path: path)
    guard file.isOurs else {
      throw StoreError(
        .corrupt, "'\(path)' is no database of placed",
        hint: "Name a file that placed made, or a new one.")
    }
    let unfinished = path + ".rescued"
    StoreFile(path: unfinished).removeAll()
    do throws(StoreError) {
      var rescue = try salvage(path, into: unfinished)
      rescue.asidePath = try file.moveAside(at: time, replacingBy: unfinished)
      return rescue
    } catch {
      StoreFile(path: unfinished).removeAll()
      throw error
    }
  }

  private static func salvage(_ path: String, into target: String) throws(StoreError) -> Rescue {
    let store = try PlaceStore(path: target)
    var rescue = Rescue(asidePath: "", rows: [:], leftPlacesOut: false)
    // Where not even the first page can be read the new file stays empty.
    if let damaged = try? Database(path: path, mode: .damaged) {
      try store.attempt { () throws(SQLiteError) in
        // Only the end of it must be on the disk.
        try store.database.execute("PRAGMA synchronous=OFF")
        let salvage = RowSalvage(damaged: damaged, target: store.database)
        try store.database.transaction { () throws(SQLiteError) in
          try salvageState(salvage, &rescue)
          try salvagePlaces(salvage, &rescue)
        }
      }
    }
    try store.rebuildIndexes()
    try store.attempt { () throws(SQLiteError) in
      try store.database.execute("PRAGMA synchronous=FULL; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return rescue
  }

  /// What was never anywhere else: visits, confirmations, the selection, the settings.
  private static func salvageState(
    _ salvage: RowSalvage, _ rescue: inout Rescue
  ) throws(SQLiteError) {
    for table in ["visit", "removed_visit", "lesson", "health", "source"] {
      rescue.rows[table] = salvage.copy(table)
    }
    try salvage.target.execute("DELETE FROM state")
    // A running import knows pages that are no more.
    rescue.rows["state"] = salvage.copy("state", where: "key NOT LIKE 'import.%'")
    // The state beside the database is of its identity.
    try salvage.target.execute("INSERT OR IGNORE INTO state VALUES('identity', randomblob(16))")
  }

  private static func salvagePlaces(
    _ salvage: RowSalvage, _ rescue: inout Rescue
  ) throws(SQLiteError) {
    let target = salvage.target
    _ = salvage.copy("removed", by: ["source", "source_id"])
    var places = salvage.copy("place", atMost: mostPlaces)
    if places >= mostPlaces {
      rescue.leftPlacesOut = true
      let own =
        try target.integer(
          "SELECT id FROM source WHERE name = '\(PlaceDraft.userSource)'") ?? -1
      try target.execute("DELETE FROM place")
      places = salvage.copy("place", where: "edited <> 0 OR source = \(own)")
    }
    rescue.rows["place"] = places
    _ = salvage.copy("shape")
    let next = (try? salvage.damaged.integer("SELECT next_place FROM tally")) ?? nil
    // Numbers are never given twice, also those of places that are lost.
    try target.execute(
      """
      DELETE FROM shape WHERE id NOT IN (SELECT id FROM place WHERE has_shape);
      UPDATE place SET has_shape = 0 WHERE has_shape AND id NOT IN (SELECT id FROM shape);
      UPDATE tally SET next_place = max(next_place, \(next ?? 1),
        1 + (SELECT ifnull(max(place), 0) FROM visit), 1 + (SELECT ifnull(max(place), 0) FROM lesson))
      """)
  }
}
