import SQLite

/// Databases that something went wrong with.
enum DamagedDatabase {
  /// Empties the grid of the database at `path`.
  static func forgetGrid(_ path: String) throws {
    try Database(path: path, mode: .readWrite).execute("DELETE FROM tile")
  }
}
