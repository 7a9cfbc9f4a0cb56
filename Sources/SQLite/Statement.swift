import CSQLite

/// A compiled statement: bind, step, read, reset. Parameters count from 1, columns from 0, as in
/// SQLite itself. Must not outlive its database's last use; holds it open until released.
public final class Statement {
  private let handle: OpaquePointer

  init(_ database: OpaquePointer, _ sql: String) throws(SQLiteError) {
    var compiled: OpaquePointer?
    let result = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard result == SQLITE_OK, let compiled else {
      throw SQLiteError(database, resultCode: result == SQLITE_OK ? SQLITE_MISUSE : result)
    }
    handle = compiled
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Moves to the next row; false when there is none, and then the statement is reset.
  public func step() throws(SQLiteError) -> Bool {
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE {
      sqlite3_reset(handle)
      return false
    }
    let error = SQLiteError(sqlite3_db_handle(handle), resultCode: result)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs a statement that gives no rows, with its parameters bound.
  public func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Ends the current run, so that it holds no lock and can be bound again.
  public func reset() {
    sqlite3_reset(handle)
  }

  private func check(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else {
      throw SQLiteError(sqlite3_db_handle(handle), resultCode: result)
    }
  }

  /// Binds an integer.
  public func bind(_ index: Int32, _ value: Int64) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds an integer.
  public func bind(_ index: Int32, _ value: Int) throws(SQLiteError) {
    try bind(index, Int64(value))
  }

  /// Binds a number.
  public func bind(_ index: Int32, _ value: Double) throws(SQLiteError) {
    try check(sqlite3_bind_double(handle, index, value))
  }

  /// Binds text.
  public func bind(_ index: Int32, _ value: String) throws(SQLiteError) {
    try check(sqlite3_bind_text(handle, index, value, Int32(value.utf8.count), transient))
  }

  /// Binds bytes.
  public func bind(_ index: Int32, _ value: [UInt8]) throws(SQLiteError) {
    let result = value.withUnsafeBytes { bytes in
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), transient)
    }
    try check(result)
  }

  /// Binds bytes, which are copied.
  public func bind(_ index: Int32, _ value: UnsafeRawBufferPointer) throws(SQLiteError) {
    try check(
      value.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : sqlite3_bind_blob(handle, index, value.baseAddress, Int32(value.count), transient))
  }

  /// Binds NULL.
  public func bindNull(_ index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, index))
  }

  /// Binds an integer, or NULL for nil.
  public func bind(_ index: Int32, _ value: Int?) throws(SQLiteError) {
    if let value { try bind(index, Int64(value)) } else { try bindNull(index) }
  }

  /// Binds a number, or NULL for nil.
  public func bind(_ index: Int32, _ value: Double?) throws(SQLiteError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  /// Binds text, or NULL for nil.
  public func bind(_ index: Int32, _ value: String?) throws(SQLiteError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  /// Binds bytes, or NULL for nil.
  public func bind(_ index: Int32, _ value: [UInt8]?) throws(SQLiteError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  /// Binds a column of the current row of another statement, whatever its type.
  public func bind(_ index: Int32, _ column: Int32, of row: Statement) throws(SQLiteError) {
    try check(sqlite3_bind_value(handle, index, sqlite3_column_value(row.handle, column)))
  }

  /// Whether a column of the current row is NULL.
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// A column as an integer; 0 for NULL.
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A column as an integer; 0 for NULL.
  public func int(_ column: Int32) -> Int { Int(integer(column)) }

  /// A column as a number; 0 for NULL.
  public func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// A column as text; empty for NULL. Bytes that are not UTF-8 are repaired.
  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// A column as bytes, valid until the next step or reset; empty for NULL.
  public func withBlob<Result, Failure: Error>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  /// A copy of a column's bytes; empty for NULL.
  public func blob(_ column: Int32) -> [UInt8] { withBlob(column) { [UInt8]($0) } }

  /// A column as an integer, nil for NULL.
  public func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

  /// A column as a number, nil for NULL.
  public func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

  /// A column as text, nil for NULL.
  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}

/// Tells SQLite to copy what is bound; a cast macro, which Swift does not import.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
