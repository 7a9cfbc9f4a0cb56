import Glibc

/// The file that is imported, opened.
struct ImportInput {
  /// How it was named; `-` for standard input.
  let path: String
  let descriptor: Int32
  /// Bytes, where that is known.
  let size: Int?
  /// Tells the file, as it is now, from others; nil for a pipe, which cannot be read again.
  let key: String?

  /// Opens `path`, or takes standard input for `-`.
  init(_ path: String) throws(ImportError) {
    self.path = path
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ImportError(
        .cannotRead, "'\(path)' cannot be read: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ImportError(
        .cannotRead, "'\(path)' cannot be read: \(String(cString: strerror(errno)))")
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      if path != "-" { close(descriptor) }
      throw ImportError(.cannotRead, "'\(path)' is a folder", hint: "Name a file.")
    case S_IFREG:
      size = Int(status.st_size)
      key =
        path == "-"
        ? nil
        : "\(status.st_dev):\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec)."
          + "\(status.st_mtim.tv_nsec)"
    default:
      size = nil
      key = nil
    }
  }

  /// The file's name without its folders.
  var name: String {
    path == "-" ? "stdin" : path.split(separator: "/").last.map { String($0) } ?? path
  }
}
