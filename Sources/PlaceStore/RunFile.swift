import Glibc

/// A working file beside the database: sorted runs, and whatever else a long job keeps outside of
/// memory. It grows at its end.
package final class RunFile {
  package let path: String
  package let descriptor: Int32
  /// Where the next bytes go.
  package private(set) var end: Int

  /// Opens or creates the file and locks it, so that no two jobs use it at once.
  package init(path: String, truncating: Bool) throws(FileError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    end = 0
    guard descriptor >= 0 else { throw FileError() }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw FileError() }
    if truncating {
      guard ftruncate(descriptor, 0) == 0 else { throw FileError() }
    } else {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileError() }
      end = Int(status.st_size)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes `bytes` at the end; where they are.
  package func append(_ bytes: [UInt8]) throws(FileError) -> Int {
    try FileError.write(bytes, to: descriptor, at: end)
    defer { end += bytes.count }
    return end
  }

  /// Room for `count` zero bytes at the end, on a page's boundary; where it is.
  package func reserve(_ count: Int) throws(FileError) -> Int {
    let start = (end + 4095) & ~4095
    guard ftruncate(descriptor, off_t(start + count)) == 0 else { throw FileError() }
    end = start + count
    return start
  }

  /// Makes sure that everything is on the disk.
  package func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError() }
  }

  /// Removes the file.
  package func remove() {
    unlink(path)
  }
}
