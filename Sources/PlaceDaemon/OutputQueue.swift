/// Bytes that wait for a slow reader: answers, which are never dropped, and notifications, which are.
struct OutputQueue {
  private struct Chunk {
    var bytes: [UInt8]
    var isNotification: Bool
  }

  private var chunks: [Chunk] = []
  /// Bytes of the first chunk that are sent already.
  private var sent = 0

  /// Bytes that wait.
  private(set) var byteCount = 0
  /// Those of notifications among them. A long answer, as the state that a subscription begins with,
  /// is the client's own wish and does not count against what it is told.
  private(set) var notificationByteCount = 0

  var isEmpty: Bool { byteCount == 0 }

  /// Adds an answer.
  mutating func appendAnswer(_ bytes: [UInt8]) {
    chunks.append(Chunk(bytes: bytes, isNotification: false))
    byteCount += bytes.count
  }

  /// Adds a notification of which `sent` bytes went out already.
  mutating func appendNotification(_ bytes: [UInt8], sent: Int = 0) {
    if chunks.isEmpty { self.sent = sent }
    chunks.append(Chunk(bytes: bytes, isNotification: true))
    byteCount += bytes.count - sent
    notificationByteCount += bytes.count - sent
  }

  /// Drops the notifications that were not begun; how many.
  mutating func dropNotifications() -> Int {
    var dropped = 0
    var kept: [Chunk] = []
    for (index, chunk) in chunks.enumerated() {
      if chunk.isNotification, index > 0 || sent == 0 {
        dropped += 1
        byteCount -= chunk.bytes.count
        notificationByteCount -= chunk.bytes.count
      } else {
        kept.append(chunk)
      }
    }
    chunks = kept
    return dropped
  }

  /// Hands what waits to `write`, chunk by chunk, until it takes less than all; `write` gives the
  /// number of bytes it took, nil for a failure. False after a failure.
  mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int?) -> Bool {
    var done = 0
    defer { chunks.removeFirst(done) }
    while done < chunks.count {
      let result = chunks[done].bytes.withUnsafeBytes {
        write(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      guard let taken = result else { return false }
      sent += taken
      byteCount -= taken
      if chunks[done].isNotification { notificationByteCount -= taken }
      guard sent == chunks[done].bytes.count else { return true }
      done += 1
      sent = 0
    }
    return true
  }
}
