import Detection
import Geography

/// Reads the track points of a GPX file (GPX 1.0 and 1.1), of any size, a piece at a time.
///
/// Markup is recognised, not validated: what a recorder wrote is read as far as it makes sense, and a
/// file that breaks off ends there. Way points and route points are places, no fixes, and passed over.
struct GPXReader {
  /// Longest tag, and longest text of an element, that is looked at.
  private static let maximumLength = 1024

  private enum State {
    case text
    /// Between `<` and `>`, in a quoted value up to the quotation mark given.
    case tag(quote: UInt8)
    /// In a comment, CDATA section or instruction; ends with `>` after the bytes given.
    case skipped(until: UInt8, run: Int)
  }

  private var state = State.text
  private var tag: [UInt8] = []
  private var text: [UInt8] = []
  private var point: GPXPoint?
  /// Track points so far.
  private(set) var pointCount = 0

  init() {
    tag.reserveCapacity(Self.maximumLength)
    text.reserveCapacity(Self.maximumLength)
  }

  /// Reads `bytes` and calls `body` with each point that has ended.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Observation) -> Void) {
    for byte in bytes {
      switch state {
      case .text:
        if byte == UInt8(ascii: "<") {
          tag.removeAll(keepingCapacity: true)
          state = .tag(quote: 0)
        } else if point != nil, text.count < Self.maximumLength {
          text.append(byte)
        }
      case .tag(let quote): readTag(byte, quote, body)
      case .skipped(let end, let run):
        if byte == end {
          state = .skipped(until: end, run: run + 1)
        } else if byte == UInt8(ascii: ">"), run >= (end == UInt8(ascii: "?") ? 1 : 2) {
          state = .text
        } else {
          state = .skipped(until: end, run: 0)
        }
      }
    }
  }

  private mutating func readTag(_ byte: UInt8, _ quote: UInt8, _ body: (Observation) -> Void) {
    if quote != 0 {
      if byte == quote { state = .tag(quote: 0) }
    } else if byte == UInt8(ascii: ">") {
      state = .text
      finishTag(body)
      return
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      state = .tag(quote: byte)
    }
    if tag.count < Self.maximumLength { tag.append(byte) }
    if tag.elementsEqual("!--".utf8) {
      state = .skipped(until: UInt8(ascii: "-"), run: 0)
    } else if tag.elementsEqual("![CDATA[".utf8) {
      state = .skipped(until: UInt8(ascii: "]"), run: 0)
    } else if tag.elementsEqual("?".utf8) {
      state = .skipped(until: UInt8(ascii: "?"), run: 0)
    }
  }

  private mutating func finishTag(_ body: (Observation) -> Void) {
    let isEnd = tag.first == UInt8(ascii: "/")
    let isEmpty = tag.last == UInt8(ascii: "/")
    let name = Self.localName(tag[(isEnd ? 1 : 0)...])
    if name.elementsEqual("trkpt".utf8) {
      if !isEnd { point = GPXPoint(tag: tag) }
      if isEnd || isEmpty {
        pointCount += 1
        if let observation = point?.observation { body(observation) }
        point = nil
      }
    } else if isEnd {
      point?.take(element: name, text)
    }
    text.removeAll(keepingCapacity: true)
  }

  /// The name of an element without its namespace.
  private static func localName(_ tag: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let name = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
  }
}
