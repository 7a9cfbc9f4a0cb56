import CSQLite

/// A failed call of SQLite. Carries no bound values: they may be positions or names.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure, as far as a caller may want to decide on it.
  public enum Code: Hashable, Sendable {
    /// Another process holds the lock.
    case busy
    /// The file, its folder or its file system does not allow it.
    case readOnly, cannotOpen, permission
    /// No room.
    case full
    /// Not a database, or a damaged one.
    case corrupt
    /// The device failed.
    case inputOutput
    /// A constraint of the schema.
    case constraint
    /// The call was interrupted.
    case interrupted
    /// Anything else: our own mistake, most likely.
    case other
  }

  /// The extended result code of SQLite.
  public let resultCode: Int32
  /// SQLite's words.
  public let message: String

  init(resultCode: Int32, message: String) {
    self.resultCode = resultCode
    self.message = message
  }

  init(resultCode: Int32) {
    self.init(resultCode: resultCode, message: String(cString: sqlite3_errstr(resultCode)))
  }

  init(_ handle: OpaquePointer?, resultCode: Int32) {
    self.resultCode = handle == nil ? resultCode : sqlite3_extended_errcode(handle)
    message = String(cString: handle == nil ? sqlite3_errstr(resultCode) : sqlite3_errmsg(handle))
  }

  /// What kind of failure.
  public var code: Code {
    switch resultCode & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_READONLY: .readOnly
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_PERM, SQLITE_AUTH: .permission
    case SQLITE_FULL: .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_IOERR: .inputOutput
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_INTERRUPT: .interrupted
    default: .other
    }
  }

  /// SQLite's words and its extended result code.
  public var description: String { "\(message) (SQLite \(resultCode))" }
}
