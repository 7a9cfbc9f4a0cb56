import Glibc

/// Sorts more records than memory holds: sorted runs in one file, merged as they are read back.
///
/// A record is a key and some bytes; records with equal keys come back in the order in which they
/// were added. Several sorters may share a file.
package final class SortedRuns {
  /// A run in the file.
  package struct Run: Hashable, Sendable {
    package var offset: Int
    package var length: Int

    package init(offset: Int, length: Int) {
      self.offset = offset
      self.length = length
    }
  }

  private static let headerSize = 12

  private let file: RunFile
  private let bufferSize: Int
  private var buffer: [UInt8] = []
  private var index: [(key: UInt64, offset: Int)] = []
  /// The runs written so far.
  package private(set) var runs: [Run] = []
  /// Records added.
  package private(set) var count = 0

  /// Sorts into `file`, with runs of about `bufferSize` bytes.
  package init(in file: RunFile, bufferSize: Int = 8 << 20) {
    self.file = file
    self.bufferSize = bufferSize
  }

  /// Adds a record.
  package func add(key: UInt64, _ payload: UnsafeRawBufferPointer) throws(FileError) {
    if buffer.count + payload.count + Self.headerSize > bufferSize, !buffer.isEmpty {
      try flush()
    }
    index.append((key, buffer.count))
    withUnsafeBytes(of: key.littleEndian) { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(payload.count).littleEndian) { buffer.append(contentsOf: $0) }
    buffer.append(contentsOf: payload)
    count += 1
  }

  /// Adds a record.
  package func add(key: UInt64, _ payload: [UInt8]) throws(FileError) {
    let result = payload.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try add(key: key, bytes) }
    }
    try result.get()
  }

  /// Writes what is still in memory; the runs, to be merged.
  package func finish() throws(FileError) -> [Run] {
    try flush()
    buffer = []
    index = []
    return runs
  }

  private func flush() throws(FileError) {
    guard !buffer.isEmpty else { return }
    var isSorted = true
    for position in index.indices.dropFirst()
    where index[position - 1].key > index[position].key {
      isSorted = false
      break
    }
    let start = file.end
    if isSorted {
      _ = try file.append(buffer)
    } else {
      index.sort { ($0.key, $0.offset) < ($1.key, $1.offset) }
      try writeSorted()
    }
    runs.append(Run(offset: start, length: file.end - start))
    buffer.removeAll(keepingCapacity: true)
    index.removeAll(keepingCapacity: true)
  }

  private func writeSorted() throws(FileError) {
    var block: [UInt8] = []
    block.reserveCapacity(1 << 18)
    for (_, offset) in index {
      let size = Self.headerSize + Self.payloadSize(buffer, at: offset)
      block.append(contentsOf: buffer[offset..<offset + size])
      if block.count >= 1 << 18 {
        _ = try file.append(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    _ = try file.append(block)
  }

  private static func payloadSize(_ bytes: [UInt8], at offset: Int) -> Int {
    Int(bytes[offset + 8]) | Int(bytes[offset + 9]) << 8 | Int(bytes[offset + 10]) << 16
      | Int(bytes[offset + 11]) << 24
  }
}

/// Reads the records of some runs back, in the order of their keys.
package struct MergedRuns {
  private var readers: [RunReader]
  /// Indexes of readers, the one with the lowest key on top.
  private var heap: [Int] = []

  /// A reader of `runs` in `file`; `memory` bounds the buffers of all runs together.
  package init(
    _ runs: [SortedRuns.Run], in file: RunFile, memory: Int = 4 << 20
  ) throws(FileError) {
    let bufferSize = max(8 << 10, min(256 << 10, memory / max(1, runs.count)))
    readers = runs.map { RunReader(descriptor: file.descriptor, run: $0, bufferSize: bufferSize) }
    for index in readers.indices where try readers[index].advance() {
      heap.append(index)
    }
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
  }

  /// Gives `body` the next record; false when there is none.
  package mutating func next(
    _ body: (_ key: UInt64, _ payload: UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    guard let top = heap.first else { return false }
    try readers[top].withRecord(body)
    if try readers[top].advance() {
      sink(0)
    } else {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      sink(0)
    }
    return true
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
      guard isBefore(heap[child], heap[parent]) else { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    (readers[left].key, left) < (readers[right].key, right)
  }
}

/// Reads one run, a buffer at a time.
private struct RunReader {
  private let descriptor: Int32
  private var rest: SortedRuns.Run
  private let bufferSize: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var next = 0
  /// The key of the record it stands on.
  private(set) var key: UInt64 = 0

  init(descriptor: Int32, run: SortedRuns.Run, bufferSize: Int) {
    self.descriptor = descriptor
    rest = run
    self.bufferSize = bufferSize
  }

  /// Moves to the next record; false at the end of the run.
  mutating func advance() throws(FileError) -> Bool {
    start = next
    guard start < buffer.count || rest.length > 0 else { return false }
    try need(12)
    key = LittleEndian.integer(buffer[start..<start + 8], at: 0)
    let size =
      Int(buffer[start + 8]) | Int(buffer[start + 9]) << 8 | Int(buffer[start + 10]) << 16
      | Int(buffer[start + 11]) << 24
    try need(12 + size)
    next = start + 12 + size
    return true
  }

  /// Makes sure that `count` bytes from `start` on are in the buffer.
  private mutating func need(_ count: Int) throws(FileError) {
    guard buffer.count - start < count else { return }
    buffer.removeSubrange(..<start)
    start = 0
    while buffer.count < count {
      let wanted = min(rest.length, max(bufferSize, count - buffer.count))
      guard wanted > 0 else { throw FileError(code: EIO) }
      let block = try FileError.read(descriptor, count: wanted, at: rest.offset)
      buffer.append(contentsOf: block)
      rest.offset += block.count
      rest.length -= block.count
    }
  }

  func withRecord(
    _ body: (_ key: UInt64, _ payload: UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let result = buffer.withUnsafeBytes { bytes in
      Result { () throws(FileError) in
        try body(key, UnsafeRawBufferPointer(rebasing: bytes[start + 12..<next]))
      }
    }
    try result.get()
  }
}
