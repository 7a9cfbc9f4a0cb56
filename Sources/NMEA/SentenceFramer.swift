/// Finds the sentences in a stream of bytes: whatever stands between `$` and a line's end, with a
/// checksum that is right.
///
/// CR, LF or both end a sentence. Another `$`, or a byte that is no printable ASCII, ends it too, so
/// that neither a lost line end nor binary messages in between cost more than the sentence they
/// damage. Tag blocks need no care: they end before the `$`. A sentence that lies whole in the bytes
/// given is not copied, and nothing is allocated per byte or per sentence.
struct SentenceFramer {
  /// Longest sentence that is looked at. The standard's 82 is exceeded by many receivers; real ones
  /// stay below 200.
  static let maximumLength = 512

  private(set) var counts = SentenceCounts()
  private let requiresChecksum: Bool
  /// The start of a sentence whose end has not come, with its `$` or `!`; empty outside of one.
  private var pending: [UInt8] = []

  /// `requiresChecksum`: drop a sentence without checksum. One with a wrong checksum is always.
  init(requiresChecksum: Bool) {
    self.requiresChecksum = requiresChecksum
    pending.reserveCapacity(Self.maximumLength)
  }

  /// Goes through `bytes` and calls `body` with what stands between `$` and `*` of each sentence.
  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var index = pending.isEmpty ? Self.start(in: bytes, from: 0) : 0
    var start = index
    while index < bytes.count {
      let byte = bytes[index]
      let isStart = Self.isStart(byte)
      if Self.isText(byte), !isStart || (index == start && pending.isEmpty) {
        index += 1
        if index - start + pending.count > Self.maximumLength {
          pending.removeAll(keepingCapacity: true)
          index = Self.start(in: bytes, from: index)
          start = index
        }
        continue
      }
      finish(bytes, start..<index, isLine: byte == 0x0D || byte == 0x0A, body)
      if !isStart { index = Self.start(in: bytes, from: index) }
      start = index
    }
    if start < bytes.count { pending.append(contentsOf: bytes[start...]) }
  }

  /// Takes the end of the stream for the end of a line.
  mutating func finish(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    finish(UnsafeBufferPointer(start: nil, count: 0), 0..<0, isLine: true, body)
  }

  /// Takes the end of a datagram for the end of a sentence, if that is complete. A stream that was cut
  /// into datagrams anywhere goes on with the next.
  mutating func endDatagram(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard pending.count >= 4, pending[pending.count - 3] == UInt8(ascii: "*") else { return }
    finish(body)
  }

  /// Forgets a sentence whose end has not come.
  mutating func reset() { pending.removeAll(keepingCapacity: true) }

  private mutating func finish(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isLine: Bool,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if pending.isEmpty {
      take(UnsafeBufferPointer(rebasing: bytes[range]), isLine: isLine, body)
    } else {
      pending.append(contentsOf: bytes[range])
      // Lends the array out, so that `take` may change the counts meanwhile.
      var whole: [UInt8] = []
      swap(&whole, &pending)
      whole.withUnsafeBufferPointer { take($0, isLine: isLine, body) }
      whole.removeAll(keepingCapacity: true)
      swap(&whole, &pending)
    }
  }

  /// Checks a sentence, which begins with `$` or `!`.
  private mutating func take(
    _ sentence: UnsafeBufferPointer<UInt8>, isLine: Bool,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard var end = sentence.indices.last else { return }
    while end > 0, sentence[end] == 0x20 { end -= 1 }
    guard end >= 3, sentence[end - 2] == UInt8(ascii: "*"),
      let high = Self.nibble(sentence[end - 1]),
      let low = Self.nibble(sentence[end])
    else {
      // Cut off by binary or another sentence it may be half of one.
      guard isLine, Self.hasAddress(sentence) else { return }
      if requiresChecksum {
        counts.missingChecksums += 1
      } else if sentence[0] == UInt8(ascii: "$") {
        counts.sentences += 1
        body(UnsafeBufferPointer(rebasing: sentence[1...end]))
      }
      return
    }
    var sum: UInt8 = 0
    for index in 1..<end - 2 { sum ^= sentence[index] }
    if sum != high << 4 | low {
      counts.badChecksums += 1
    } else if sentence[0] == UInt8(ascii: "!") {
      counts.encapsulated += 1
    } else {
      counts.sentences += 1
      body(UnsafeBufferPointer(rebasing: sentence[1..<end - 2]))
    }
  }

  /// True for `$` and at least four capital letters; in binary any byte may follow a `$`.
  private static func hasAddress(_ sentence: UnsafeBufferPointer<UInt8>) -> Bool {
    sentence.count > 5
      && sentence[1...4].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func start(in bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
    var index = index
    while index < bytes.count, !isStart(bytes[index]) { index += 1 }
    return index
  }

  private static func isStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!")
  }

  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
