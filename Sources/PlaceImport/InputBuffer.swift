import Glibc

/// A file or a pipe, read in pieces: the bytes from where the reader is to where it needs them.
///
/// Holds one piece, and of a record longer than that the record, up to `longestRecord`.
final class InputBuffer {
  /// A record longer than this is refused.
  static let longestRecord = 64 << 20
  private static let pieceSize = 1 << 20

  private let descriptor: Int32
  private let closes: Bool
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0
  /// Bytes consumed so far.
  private(set) var consumed = 0
  /// Line breaks among them.
  private(set) var lines = 0
  /// The file has no more bytes than those that are here.
  private(set) var isAtEnd = false

  /// Reads from `descriptor`, closing it at the end where `closes`.
  init(descriptor: Int32, closes: Bool) {
    self.descriptor = descriptor
    self.closes = closes
    capacity = 2 * Self.pieceSize
    storage = .allocate(capacity: capacity)
  }

  deinit {
    storage.deallocate()
    if closes { close(descriptor) }
  }

  /// The bytes that are here and not consumed. Valid until the next call.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: storage + start, count: end - start)
  }

  /// Reads a further piece; false when the file has none.
  func fill() throws(ImportError) -> Bool {
    guard !isAtEnd else { return false }
    if capacity - end < Self.pieceSize {
      let count = end - start
      if capacity - count < Self.pieceSize {
        guard count <= Self.longestRecord else {
          throw ImportError(
            .malformed, "line \(lines + 1): a record of more than \(Self.longestRecord >> 20) MB",
            hint: "Is the file what its name says?")
        }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
        larger.update(from: storage + start, count: count)
        storage.deallocate()
        storage = larger
        capacity *= 2
      } else if start > 0 {
        storage.update(from: storage + start, count: count)
      }
      (start, end) = (0, count)
    }
    while true {
      let count = read(descriptor, storage + end, Self.pieceSize)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw ImportError(
          .cannotRead, "the file cannot be read: \(String(cString: strerror(errno)))")
      }
      if count == 0 { isAtEnd = true }
      end += count
      return count > 0
    }
  }

  /// Moves on by `count` bytes.
  func consume(_ count: Int) {
    var position = start
    let stop = start + count
    while position < stop, let found = memchr(storage + position, 0x0A, stop - position) {
      lines += 1
      position = found.assumingMemoryBound(to: UInt8.self) - storage + 1
    }
    start = stop
    consumed += count
  }

  /// Drops a byte order mark at the start of the file.
  func skipByteOrderMark() throws(ImportError) {
    while bytes.count < 3, try fill() {}
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { consume(3) }
  }

  /// The next line without its end, whole however long; nil at the end of the file. `consume` its
  /// length to move on.
  func line() throws(ImportError) -> (text: UnsafeBufferPointer<UInt8>, length: Int)? {
    var searched = 0
    while true {
      let here = bytes
      if here.count > searched,
        let found = memchr(here.baseAddress! + searched, 0x0A, here.count - searched)
      {
        let length = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - here.baseAddress!
        let isReturn = length > 0 && here[length - 1] == 0x0D
        return (UnsafeBufferPointer(rebasing: here[..<(length - (isReturn ? 1 : 0))]), length + 1)
      }
      searched = here.count
      if try !fill() { break }
    }
    let rest = bytes
    guard !rest.isEmpty else { return nil }
    return (rest, rest.count)
  }
}
