import Glibc
import PlaceStore

/// For each record of a run the place of the table that it is about: four bytes a record in the run
/// file, mapped, so that they outlive a kill and need no memory of their own.
final class MatchTable {
  /// The record is not applied.
  static let dropped = UInt32.max
  /// The table has no such place yet.
  static let new: UInt32 = 0

  private let base: UnsafeMutableRawPointer
  private let length: Int
  private let start: Int
  let count: Int

  /// The table of `count` records at `offset` of the file.
  init(_ file: RunFile, offset: Int, count: Int) throws(FileError) {
    self.count = count
    // A mapping begins on a page and is not empty.
    start = offset & 4095
    length = max(1, start + count * 4)
    let mapped = mmap(
      nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, off_t(offset - start))
    guard let mapped, mapped != MAP_FAILED else { throw FileError() }
    base = mapped
  }

  deinit { munmap(base, length) }

  subscript(ordinal: Int) -> UInt32 {
    get {
      guard (0..<count).contains(ordinal) else { return Self.dropped }
      return base.load(fromByteOffset: start + ordinal * 4, as: UInt32.self)
    }
    set {
      guard (0..<count).contains(ordinal) else { return }
      base.storeBytes(of: newValue, toByteOffset: start + ordinal * 4, as: UInt32.self)
    }
  }
}
