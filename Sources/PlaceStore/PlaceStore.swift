import Detection
import Geography
import Places
import SQLite

/// The place table and everything else that must outlive the process, in one SQLite file.
///
/// Used from one thread. Every function that writes is durable when it returns: the file is in WAL
/// mode and commits are synced, so that a power cut right after an answer loses nothing of it.
/// Nothing is written but by these functions. Other processes may read and write the same file;
/// `changeCount` tells that they did.
public final class PlaceStore {
  /// What a store may do with its file.
  public enum Access: Sendable {
    /// Read and write; a missing file is created.
    case readWrite
    /// Only read; a missing file is an empty table.
    case readOnly
    /// An empty table in memory, gone with the object.
    case memory
  }

  /// The file, as it was named; `:memory:` for a table in memory.
  public let path: String
  /// Whether it can only be read.
  public let isReadOnly: Bool
  /// The languages of the names shown, in order of preference: `["fi", "sv", "en"]`. A place that has
  /// a name in none of them is shown with its own.
  public var languages: [String] = []
  /// Why the last look-up that detection made failed; nil once one succeeds again.
  public internal(set) var lookupFailure: StoreError?

  package let database: Database
  let statements: StatementCache
  package let grid: GridReader
  package let tiles: GridTiles
  package let searchIndex: SearchIndex
  let searchReader: SearchReader
  var sources: [Int: SourceRow] = [:]
  /// Computed from the place table as `seenVersion` and `seenChanges` tell it.
  var popularities: [PopularityRegion: Double] = [:]
  var towns: NearbyTowns?
  var seenVersion: Int64 = 0
  var seenChanges = 0
  /// Where the detector's state goes between events; nil for a table in memory.
  private(set) var stateFile: StateFile?
  /// The number of the detector's state that was stored last; 0 before it was read.
  var detectorSequence: UInt64 = 0

  /// Opens the table, creating it or bringing it up to date where it may write.
  public init(path: String, access: Access = .readWrite) throws(StoreError) {
    let opened = try Self.open(path: path, access: access)
    self.path = opened.database == nil ? ":memory:" : path
    do {
      let database: Database
      if let file = opened.database {
        database = file
      } else {
        database = try Database(path: ":memory:")
      }
      if opened.database == nil || access == .readWrite { try Schema.prepare(database) }
      try Self.configure(database)
      self.database = database
      isReadOnly = access == .readOnly
      statements = StatementCache(database)
      grid = try GridReader(database)
      tiles = try GridTiles(database)
      searchIndex = try SearchIndex(database)
      searchReader = try SearchReader(database)
      if opened.database != nil, let identity = try state("identity"), identity.count == 16 {
        stateFile = StateFile(databasePath: path, identity: identity)
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private static func configure(_ database: Database) throws(SQLiteError) {
    // 2 MB of pages; what is temporary stays in memory, it is little; no memory map, which reads far more than it needs from a cold disk; freed
    // content is overwritten only where the user asks to forget; the log shrinks after an import.
    try database.execute(
      """
      PRAGMA synchronous=FULL; PRAGMA cache_size=-2000; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY;
      PRAGMA secure_delete=OFF; PRAGMA journal_size_limit=4194304
      """)
  }

  private static func open(
    path: String, access: Access
  ) throws(StoreError) -> (database: Database?, kind: StoreFile.Kind) {
    guard access != .memory else { return (nil, .missing) }
    let file = StoreFile(path: path)
    let kind = try file.inspect(writing: access == .readWrite)
    do {
      switch (access, kind) {
      case (.readWrite, .missing), (.readWrite, .empty):
        try file.create()
        let database = try Database(path: path, mode: .readWrite)
        try database.execute("PRAGMA journal_mode=WAL")
        return (database, kind)
      case (.readWrite, .database):
        let database = try Database(path: path, mode: .readWrite)
        try refuseForeign(database, path: path)
        try database.execute("PRAGMA journal_mode=WAL")
        return (database, kind)
      case (_, .missing), (_, .empty): return (nil, kind)
      case (_, .database): return (try openReadOnly(file), kind)
      }
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.failed, "'\(path)': \(error)")
    }
  }

  /// Without a log nobody has the file open, and it can be read without leaving a trace. With one it
  /// is read through the log, or, where this user may not, as it was at the last checkpoint.
  private static func openReadOnly(_ file: StoreFile) throws -> Database {
    if file.hasLog, let database = try? Database(path: file.path, mode: .readOnly),
      (try? database.integer("SELECT count(*) FROM sqlite_schema")) != nil
    {
      try refuseForeign(database, path: file.path)
      return database
    }
    let database = try Database(path: file.path, mode: .immutable)
    try refuseForeign(database, path: file.path)
    return database
  }

  private static func refuseForeign(_ database: Database, path: String) throws {
    let version = Int(try database.integer("PRAGMA user_version") ?? 0)
    let application = try database.integer("PRAGMA application_id")
    // Killed between making the file and making its tables.
    if application == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 { return }
    guard application == Schema.applicationID else {
      throw StoreError(
        .corrupt, "'\(path)' is a database of another program",
        hint: "Name a file that placed made, or a new one.")
    }
    guard version <= Schema.version else {
      throw StoreError(
        .newerSchema,
        "'\(path)' was made by a newer version of placed (schema \(version), this one knows "
          + "\(Schema.version))", hint: "Install the newer version, or restore an older backup.")
    }
  }

  /// Runs `body` and gives SQLite's errors the words of the store.
  func attempt<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
    do { return try body() } catch { throw StoreError(error, path: path) }
  }

  /// Runs `body` in one transaction that is durable when this returns.
  func write<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard !isReadOnly else {
      throw StoreError(.readOnly, "'\(path)' was opened for reading only")
    }
    do {
      return try database.transaction(failure: { StoreError($0, path: path) }, body)
    } catch {
      // What was learned inside may have been rolled back.
      sources = [:]
      throw error
    }
  }
}
