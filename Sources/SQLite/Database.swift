import CSQLite
import Glibc

/// One connection to an SQLite file. Used from one thread; closed when released.
public final class Database {
  /// How a file is opened.
  public enum Mode: Sendable {
    /// Created when missing.
    case create
    /// Read and written; an error when missing.
    case readWrite
    /// Read, by a process that may lack write permission; an error when missing.
    case readOnly
    /// Read a file that nobody changes while it is open: no lock, no `-shm` file.
    case immutable
    /// Read what can be read of a damaged file: it is not refused for being shorter than it says.
    case damaged
  }

  let handle: OpaquePointer

  /// Opens `path`. `busyTimeout`: how many milliseconds a call waits for another process' lock.
  public init(
    path: String, mode: Mode = .create, busyTimeout: Int32 = 5000
  ) throws(SQLiteError) {
    let access =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly, .immutable, .damaged: SQLITE_OPEN_READONLY
      }
    var opened: OpaquePointer?
    let name = Self.uri(path) + (mode == .immutable ? "?immutable=1" : "")
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
    let result = sqlite3_open_v2(name, &opened, flags, nil)
    guard result == SQLITE_OK, let opened else {
      let error = SQLiteError(opened, resultCode: result)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    waitForLocks(milliseconds: busyTimeout)
    // A damaged file may hold a hostile schema.
    _ = placed_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    if mode == .damaged {
      try execute("PRAGMA writable_schema=ON")
    } else {
      _ = placed_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    }
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// How long a call waits for another process' lock before it fails as busy.
  ///
  /// SQLite has no queue for locks and its own handler sleeps longer from try to try, up to 100 ms, so
  /// that a process that frees the lock for a moment only, as an import does between its steps, could
  /// be missed for ever. This one tries every 2 ms.
  public func waitForLocks(milliseconds: Int32) {
    let tries = UnsafeMutableRawPointer(bitPattern: max(1, Int(milliseconds) / 2))
    sqlite3_busy_handler(
      handle,
      { tries, count in
        guard Int(count) < Int(bitPattern: tries) else { return 0 }
        usleep(2000)
        return 1
      }, tries)
  }

  private static func uri(_ path: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + digits
      default: uri.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return uri
  }

  /// Runs statements without parameters, their rows dropped.
  public func execute(_ sql: String) throws(SQLiteError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw SQLiteError(handle, resultCode: result) }
  }

  /// Compiles one statement, to be kept and used many times.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(handle, sql)
  }

  /// The first column of the first row of a query, nil where there is no row or it is NULL.
  public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
  }

  /// The first column of the first row of a query, nil where there is no row or it is NULL.
  public func text(_ sql: String) throws(SQLiteError) -> String? {
    let statement = try prepare(sql)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.text(0)
  }

  /// Runs `body` in a transaction that is rolled back when it throws.
  public func transaction<Result, Failure: Error>(
    _ kind: TransactionKind = .immediate, failure: (SQLiteError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do { try execute(kind.begin) } catch { throw failure(error) }
    let result: Result
    do {
      result = try body()
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
    do {
      try execute("COMMIT")
    } catch {
      try? execute("ROLLBACK")
      throw failure(error)
    }
    return result
  }

  /// Runs `body` in a transaction that is rolled back when it throws.
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try transaction(kind, failure: { $0 }, body)
  }

  /// When a transaction takes its lock.
  public enum TransactionKind: Sendable {
    /// At the first read; for reading.
    case deferred
    /// At once; for writing.
    case immediate

    var begin: String {
      switch self {
      case .deferred: "BEGIN DEFERRED"
      case .immediate: "BEGIN IMMEDIATE"
      }
    }
  }

  /// Rows that this connection has changed so far.
  public var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Gives the page cache's memory back.
  public func releaseMemory() { sqlite3_db_release_memory(handle) }

  /// How many pages were read from the file since this was last asked.
  public func takePagesRead() -> Int {
    var (pages, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_MISS, &pages, &highest, 1)
    return Int(pages)
  }

  /// Copies all of this database over `destination`, page by page, as one transaction there. Other
  /// processes may go on reading and writing this one.
  public func copy(
    over destination: Database, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw SQLiteError(destination.handle, resultCode: SQLITE_ERROR)
    }
    var result: Int32
    repeat {
      result = sqlite3_backup_step(backup, 1024)
      let total = Int(sqlite3_backup_pagecount(backup))
      progress(total - Int(sqlite3_backup_remaining(backup)), total)
    } while result == SQLITE_OK
    sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE else { throw SQLiteError(resultCode: result) }
  }

  /// The row id of the last insert.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows that the last statement changed.
  public var changes: Int { Int(sqlite3_changes(handle)) }

  /// Whether this connection can write to the file.
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
}
