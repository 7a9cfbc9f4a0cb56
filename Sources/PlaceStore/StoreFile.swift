import Geography
import Glibc
import SQLite

/// Looks at a database file before SQLite does, so that each way of being wrong has its own words.
struct StoreFile {
  let path: String

  /// What is at the path.
  enum Kind {
    case missing
    case empty
    case database
  }

  /// Throws for a folder, for a file that this user cannot use, and for one that is no database.
  func inspect(writing: Bool) throws(StoreError) -> Kind {
    guard let status = status(of: path) else {
      guard errno == ENOENT else { throw cannotOpen(errno) }
      guard writing, let folder = status(of: folder), isFolder(folder) else {
        if writing {
          throw StoreError(
            .cannotOpen, "the folder of '\(path)' does not exist", hint: "Create '\(folder)'.")
        }
        return .missing
      }
      guard access(self.folder, W_OK) == 0 else {
        throw StoreError(
          .readOnly, "'\(path)' cannot be created: the folder is not writable",
          hint: "Run as the user 'placed' or as root, or name another file with --database.")
      }
      return .missing
    }
    guard !isFolder(status) else {
      throw StoreError(
        .cannotOpen, "'\(path)' is a folder", hint: "Name a file, such as '\(path)/places.db'.")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(.cannotOpen, "'\(path)' is no regular file")
    }
    guard access(path, R_OK) == 0 else { throw cannotOpen(errno) }
    if writing {
      guard access(path, W_OK) == 0 else {
        throw StoreError(
          .readOnly, "'\(path)' cannot be written by this user",
          hint: "Run as its owner or as root.")
      }
      try refuseForeignCompanions(of: status)
    }
    if status.st_size == 0 { return .empty }
    try refuseOtherContent()
    return .database
  }

  /// A `-wal` or `-shm` file of another owner is what a write as root leaves behind; SQLite would
  /// fail on it later, in the middle of a visit.
  private func refuseForeignCompanions(of database: stat) throws(StoreError) {
    for suffix in ["-wal", "-shm"] {
      guard let companion = status(of: path + suffix) else { continue }
      let isForeign = companion.st_uid != database.st_uid && geteuid() != 0
      guard isForeign || access(path + suffix, R_OK | W_OK) != 0 else { continue }
      throw StoreError(
        .readOnly, "'\(path)\(suffix)' belongs to another user than the database",
        hint: "Stop what wrote it, then: chown --reference='\(path)' '\(path)\(suffix)'")
    }
  }

  private func refuseOtherContent() throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannotOpen(errno) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 16)
    let count = read(descriptor, &header, 16)
    guard count == 16, header.elementsEqual("SQLite format 3\0".utf8) else {
      throw StoreError(
        .corrupt, "'\(path)' is no database", hint: "Name a file that placed made, or a new one.")
    }
  }

  private func cannotOpen(_ code: Int32) -> StoreError {
    StoreError(
      .cannotOpen, "'\(path)' cannot be opened: \(String(cString: strerror(code)))",
      hint: code == EACCES ? "This user may not read it; ask root or join the group 'placed'." : nil
    )
  }

  /// Creates the file, readable by its owner and group alone: it will hold positions.
  func create() throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw cannotOpen(errno) }
    close(descriptor)
  }

  /// Whether another process has it open, or was killed while it had: then there is a `-wal` file.
  var hasLog: Bool { status(of: path + "-wal") != nil }

  /// Whether the file is one that placed made: its header says so, or, where that is damaged, the
  /// detector's state lies beside it.
  var isOurs: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &header, header.count)
    func number(at offset: Int) -> Int64 {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
    // https://www.sqlite.org/fileformat.html: user version at 60, application id at 68.
    if count == header.count, number(at: 68) == Schema.applicationID {
      return number(at: 60) <= Schema.version
    }
    let isDatabase = header.starts(with: "SQLite format 3\0".utf8)
    return !isDatabase && status(of: path + "-state") != nil
  }

  /// Gives the file a name that says that it is damaged and since when, with its log, and puts another
  /// in its place. The new name.
  func moveAside(at time: UTCTime, replacingBy other: String) throws(StoreError) -> String {
    let stamp = time.description.filter { $0.isLetter || $0.isNumber }
    var aside = "\(path).damaged-\(stamp)"
    var count = 1
    while status(of: aside) != nil {
      count += 1
      aside = "\(path).damaged-\(stamp)-\(count)"
    }
    // The log goes first: beside the new file it would be taken for that one's.
    for suffix in ["-wal", "-shm"] where status(of: path + suffix) != nil {
      guard rename(path + suffix, aside + suffix) == 0 else { throw cannotMove(errno) }
    }
    // A second name, where there may be one, so that at no moment there is no file.
    if link(path, aside) != 0, rename(path, aside) != 0 { throw cannotMove(errno) }
    guard rename(other, path) == 0 else { throw cannotMove(errno) }
    let folder = open(self.folder, O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return aside
  }

  private func cannotMove(_ code: Int32) -> StoreError {
    StoreError(
      .failed, "'\(path)' is damaged and cannot be moved aside: \(String(cString: strerror(code)))")
  }

  /// Removes a file that was not finished, with what belongs to it.
  func removeAll() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  /// The folder the file lies in.
  var folder: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }
}
