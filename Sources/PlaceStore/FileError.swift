import Glibc

/// A failed call on a file of our own.
package struct FileError: Error, Hashable, Sendable {
  /// `errno`.
  package var code: Int32

  package init(code: Int32 = errno) { self.code = code }

  /// What the operating system says.
  package var message: String { String(cString: strerror(code)) }

  /// Writes all of `bytes` at `offset`.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, at offset: Int
  ) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(code: count < 0 ? errno : ENOSPC) }
      done += count
    }
  }

  /// Reads `count` bytes at `offset`, all of which must be there.
  package static func read(
    _ descriptor: Int32, count: Int, at offset: Int
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let got = pread(descriptor, buffer.baseAddress! + done, count - done, off_t(offset + done))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          failure = FileError(code: got < 0 ? errno : EIO)
          return
        }
        done += got
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
