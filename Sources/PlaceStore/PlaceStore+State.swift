import Detection
import Geography
import SQLite

/// What outlives a restart besides places and visits.
extension PlaceStore {
  /// Stores an event; durable when this returns, all of it or nothing.
  public func record(_ event: StoreEvent) throws(StoreError) {
    guard !event.isEmpty else { return }
    try write { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        for visit in event.visits { try upsert(visit) }
        if let stop = event.retracted { try retractLessons(of: stop) }
        for lesson in event.lessons { try insert(lesson) }
        for change in event.health { try insert(change) }
        switch event.selection {
        case .none: break
        case .set(let selection): try setState("selection", Self.bytes(of: selection))
        case .cleared: try setState("selection", nil)
        }
        if let bytes = event.detectorState {
          detectorSequence += 1
          try setState("detector", Self.sequenced(bytes, detectorSequence))
        }
      }
    }
  }

  /// The picked place; nil when nothing is picked, or the place is gone.
  public func selection() throws(StoreError) -> StoredSelection? {
    try attempt { () throws(SQLiteError) in
      guard let bytes = try state("selection"), let selection = Self.selection(of: bytes),
        try row(id: selection.placeID) != nil
      else { return nil }
      return selection
    }
  }

  /// Picks a place, or with nil nothing; durable when this returns.
  public func setSelection(_ selection: StoredSelection?) throws(StoreError) {
    try record(StoreEvent(selection: selection.map { .set($0) } ?? .cleared))
  }

  /// A setting that the program keeps for itself, such as the secret offset of coarse cells.
  public func setting(_ name: String) throws(StoreError) -> [UInt8]? {
    try attempt { () throws(SQLiteError) in try state("setting." + name) }
  }

  /// Keeps a setting, or with nil drops it; durable when this returns.
  public func setSetting(_ name: String, _ value: [UInt8]?) throws(StoreError) {
    try write { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in try setState("setting." + name, value) }
    }
  }

  package func state(_ key: String) throws(SQLiteError) -> [UInt8]? {
    let statement = try statements.statement("SELECT value FROM state WHERE key = ?")
    try statement.bind(1, key)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.blob(0)
  }

  /// Needs a transaction.
  package func setState(_ key: String, _ value: [UInt8]?) throws(SQLiteError) {
    if let value {
      // A row that is there keeps its number, so that the index is not written.
      let statement = try statements.statement(
        "INSERT INTO state VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value")
      try statement.bind(1, key)
      try statement.bind(2, value)
      try statement.run()
    } else {
      let statement = try statements.statement("DELETE FROM state WHERE key = ?")
      try statement.bind(1, key)
      try statement.run()
    }
  }

  private static func bytes(of selection: StoredSelection) -> [UInt8] {
    LittleEndian.bytes(UInt64(selection.placeID))
      + LittleEndian.bytes(UInt64(bitPattern: selection.since.milliseconds))
  }

  private static func selection(of bytes: [UInt8]) -> StoredSelection? {
    guard bytes.count == 16 else { return nil }
    return StoredSelection(
      placeID: Int(truncatingIfNeeded: LittleEndian.integer(bytes, at: 0)),
      since: UTCTime(milliseconds: Int64(bitPattern: LittleEndian.integer(bytes, at: 8))))
  }
}
