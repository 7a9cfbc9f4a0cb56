import Glibc

/// A file of two pages, written in turn: after a power cut in the middle of a write the other page
/// still holds what was written before.
///
/// A page is: the database's identity (16 bytes), sequence, length and a hash of all of it (8 bytes
/// each), then the payload. Pages of another database, or damaged ones, count as empty. The file's
/// blocks are allocated when it is made, so that a full disk does not stop a write.
final class StateFile {
  private static let pageSize = 4096
  private static let headerSize = 40

  private let path: String
  private let identity: [UInt8]

  /// The file of the database at `databasePath`, which may not exist yet.
  init(databasePath: String, identity: [UInt8]) {
    path = databasePath + "-state"
    self.identity = identity
  }

  /// Whether a page can hold it.
  func fits(_ payload: [UInt8]) -> Bool { payload.count <= Self.pageSize - Self.headerSize }

  /// The newest page that is whole; nil when there is none.
  func read() -> (sequence: UInt64, payload: [UInt8])? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return (0..<2).compactMap { page(at: $0, of: descriptor) }.max { $0.sequence < $1.sequence }
  }

  private func page(at index: Int, of descriptor: Int32) -> (sequence: UInt64, payload: [UInt8])? {
    var page = [UInt8](repeating: 0, count: Self.pageSize)
    guard pread(descriptor, &page, page.count, off_t(index * Self.pageSize)) == page.count,
      page.starts(with: identity)
    else { return nil }
    let sequence = LittleEndian.integer(page, at: 16)
    let length = LittleEndian.integer(page, at: 24)
    guard length <= UInt64(Self.pageSize - Self.headerSize) else { return nil }
    let payload = Array(page[Self.headerSize..<Self.headerSize + Int(length)])
    guard LittleEndian.integer(page, at: 32) == hash(sequence, payload) else { return nil }
    return (sequence, payload)
  }

  /// Replaces the older page; on the disk when this returns.
  func write(_ payload: [UInt8], sequence: UInt64) throws(StoreError) {
    precondition(fits(payload))
    let descriptor = try openForWriting()
    defer { close(descriptor) }
    let page =
      identity + LittleEndian.bytes(sequence) + LittleEndian.bytes(UInt64(payload.count))
      + LittleEndian.bytes(hash(sequence, payload)) + payload
    let offset = off_t(Int(sequence & 1) * Self.pageSize)
    guard pwrite(descriptor, page, page.count, offset) == page.count, fdatasync(descriptor) == 0
    else { throw failure(errno) }
  }

  /// Overwrites both pages, where there is a file.
  func erase() throws(StoreError) {
    guard access(path, F_OK) == 0 else { return }
    let descriptor = try openForWriting()
    defer { close(descriptor) }
    let empty = [UInt8](repeating: 0, count: 2 * Self.pageSize)
    guard pwrite(descriptor, empty, empty.count, 0) == empty.count, fdatasync(descriptor) == 0
    else { throw failure(errno) }
  }

  private func openForWriting() throws(StoreError) -> Int32 {
    let existing = open(path, O_RDWR | O_CLOEXEC)
    if existing >= 0 { return existing }
    guard errno == ENOENT else { throw failure(errno) }
    let created = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
    guard created >= 0 else { throw failure(errno) }
    let empty = [UInt8](repeating: 0, count: 2 * Self.pageSize)
    guard pwrite(created, empty, empty.count, 0) == empty.count, fsync(created) == 0 else {
      let code = errno
      close(created)
      unlink(path)
      throw failure(code)
    }
    return created
  }

  /// FNV-1a over identity, sequence and payload.
  private func hash(_ sequence: UInt64, _ payload: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in identity + LittleEndian.bytes(sequence) + payload {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hash
  }

  private func failure(_ code: Int32) -> StoreError {
    let message = "'\(path)' cannot be written: \(String(cString: strerror(code)))"
    return switch code {
    case ENOSPC, EDQUOT: StoreError(.full, message, hint: "Free some space on its file system.")
    case EACCES, EPERM, EROFS: StoreError(.readOnly, message)
    default: StoreError(.failed, message)
    }
  }
}
