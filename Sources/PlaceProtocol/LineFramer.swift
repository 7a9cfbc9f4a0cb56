/// Cuts a stream of bytes into lines, each at most `maximumBytes` long without its end.
///
/// What is buffered is bounded: `room` says how much may be appended before lines must be taken out.
public struct LineFramer: Sendable {
  /// What the buffer holds next.
  public enum State: Hashable, Sendable {
    /// No whole line yet.
    case incomplete
    /// A line.
    case line
    /// A line that is longer than allowed; nothing after it can be trusted to be a line.
    case tooLong
  }

  /// Longest line in bytes, without its end.
  public let maximumBytes: Int
  private var buffer: [UInt8] = []
  /// Where the next line starts.
  private var start = 0
  /// Up to where no line end was found.
  private var searched = 0
  private var lineEnd: Int?

  /// A framer with nothing buffered.
  public init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// Bytes buffered and not taken out.
  public var count: Int { buffer.count - start }

  /// Memory that the buffer holds on to, in bytes.
  public var capacity: Int { buffer.capacity }

  /// What comes next.
  public private(set) var state = State.incomplete

  /// Adds what was read from the stream.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      lineEnd = lineEnd.map { $0 - start }
      start = 0
    }
    buffer.append(contentsOf: bytes)
    if lineEnd == nil { search() }
  }

  /// Hands the next line, without its end, to `body` and takes it out; nil when there is none. The
  /// bytes are valid during the call only.
  public mutating func next<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard state == .line, let end = lineEnd else { return nil }
    let result = buffer.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<end]))
    }
    start = end + 1
    searched = start
    lineEnd = nil
    if start == buffer.count {
      // Short lines keep their buffer for the next; a long one's is given back.
      buffer.removeAll(keepingCapacity: buffer.capacity <= 4096)
      start = 0
      searched = 0
    }
    search()
    return result
  }

  /// Takes what is left at the end of the stream as a last line; false when nothing is.
  public mutating func finish() -> Bool {
    guard state == .incomplete, count > 0 else { return false }
    buffer.append(UInt8(ascii: "\n"))
    search()
    return true
  }

  private mutating func search() {
    lineEnd = buffer.withUnsafeBufferPointer { bytes in
      bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
    }
    searched = lineEnd ?? buffer.count
    if (lineEnd ?? buffer.count) - start > maximumBytes {
      state = .tooLong
    } else {
      state = lineEnd == nil ? .incomplete : .line
    }
  }
}
