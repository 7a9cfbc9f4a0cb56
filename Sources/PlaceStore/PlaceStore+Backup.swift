import Glibc
import SQLite

extension PlaceStore {
  /// Writes a consistent copy to a new file while others go on writing; an existing file at `target`
  /// is replaced once the copy is whole and on the disk. `progress` counts pages.
  public func backup(
    to target: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) {
    let unfinished = target + ".unfinished"
    unlink(unfinished)
    do throws(StoreError) {
      try StoreFile(path: unfinished).create()
      do throws(SQLiteError) {
        try copy(to: unfinished, progress)
      } catch {
        throw StoreError(error, path: target)
      }
      try Self.settle(unfinished, as: target)
    } catch {
      unlink(unfinished)
      throw error
    }
  }

  private func copy(
    to target: String, _ progress: (_ done: Int, _ total: Int) -> Void
  ) throws(SQLiteError) {
    let copy = try Database(path: target, mode: .readWrite)
    try database.copy(over: copy, progress: progress)
    // A backup is one file: nobody writes to it.
    try copy.execute("PRAGMA journal_mode=DELETE")
  }

  /// Replaces everything in this database by a backup, in one transaction; other processes that have
  /// it open see the change. A file that is no backup is refused before anything is changed.
  public func restore(
    from source: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) {
    guard !isReadOnly else {
      throw StoreError(.readOnly, "'\(path)' was opened for reading only")
    }
    let backup = try PlaceStore(path: source, access: .readOnly)
    guard backup.path != ":memory:" else {
      throw StoreError(.cannotOpen, "'\(source)' does not exist or is empty")
    }
    guard backup.path != path else {
      throw StoreError(.invalid, "'\(source)' is the database itself")
    }
    let damage = try backup.attempt { () throws(SQLiteError) in
      try backup.database.text("PRAGMA quick_check(1)")
    }
    guard damage == "ok" else {
      throw StoreError(
        .corrupt, "'\(source)' is damaged: \(damage ?? "")", hint: "Use another backup.")
    }
    try attempt { () throws(SQLiteError) in
      try backup.database.copy(over: database, progress: progress)
      try database.execute("PRAGMA journal_mode=WAL")
    }
    // What the detector knew after the backup is of another past.
    try stateFile?.erase()
    detectorSequence = 0
    sources = [:]
  }

  /// Makes sure that a file is on the disk before it takes its name.
  private static func settle(_ unfinished: String, as target: String) throws(StoreError) {
    let descriptor = open(unfinished, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      throw StoreError(
        .failed, "'\(target)' cannot be written: \(String(cString: strerror(errno)))")
    }
    close(descriptor)
    guard rename(unfinished, target) == 0 else {
      throw StoreError(
        .failed, "'\(target)' cannot be written: \(String(cString: strerror(errno)))")
    }
    let folder = open(StoreFile(path: target).folder, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
