import SQLite

extension StoreError {
  /// What a failed call of SQLite means for the database at `path`.
  package init(_ error: SQLiteError, path: String) {
    switch error.code {
    case .busy:
      self.init(
        .busy, "'\(path)' is being written by another process",
        hint: "Try again; an import or a backup may be running.")
    case .readOnly, .permission:
      self.init(
        .readOnly, "'\(path)' cannot be written: \(error)",
        hint:
          "The database, its folder and the files '-wal' and '-shm' beside it must belong to the "
          + "user who writes.")
    case .cannotOpen:
      self.init(
        .cannotOpen, "'\(path)' cannot be opened: \(error)",
        hint: "Check that its folder exists and that this user may read and write in it.")
    case .full:
      self.init(
        .full, "there is no room left for '\(path)'", hint: "Free some space on its file system.")
    case .corrupt:
      self.init(
        .corrupt, "'\(path)' is damaged: \(error)",
        hint: "Run 'placectl doctor --repair', or restore a backup with 'placectl restore'.")
    case .inputOutput:
      self.init(
        .failed, "'\(path)' cannot be read or written: \(error)",
        hint: "The disk or memory card may be failing; see the kernel's messages.")
    case .constraint, .interrupted, .other:
      self.init(.failed, "'\(path)': \(error)")
    }
  }
}
