/// The Server-Sent Events of one browser, with a bound on what waits for a slow one.
///
/// The newest position replaces one that waits. When more waits than the bound, all of it is replaced
/// by the latest state, which says the same.
final class EventStream {
  /// An event as it is sent, shared by all streams.
  struct Frame {
    /// What it is about. A frame that replaces the last one waiting of the same topic says so.
    let topic: String
    let replaces: Bool
    let bytes: [UInt8]

    /// The frame of an event: `event:`, `id:` and `data:` lines. `data` is JSON, which has no line
    /// break.
    init(topic: String, id: UInt64, data: some Sequence<UInt8>, replaces: Bool = false) {
      self.topic = topic
      self.replaces = replaces
      bytes = Array("event: \(topic)\nid: \(id)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }

    /// A comment, which keeps a silent connection open and finds out when it is gone.
    static let heartbeat = Frame(comment: ": \n\n")

    /// The first lines of a stream: how soon the browser tries again.
    static let opening = Frame(comment: "retry: 1000\n\n")

    private init(comment: String) {
      topic = ""
      replaces = true
      bytes = Array(comment.utf8)
    }
  }

  /// Frames that may wait.
  static let longestQueue = 64
  /// Bytes that may wait, but for a single frame.
  static let mostBytes = 256 << 10

  private var queue: [Frame] = []
  private var queuedBytes = 0
  /// How much of the first frame is sent.
  private var sent = 0
  private let state: () -> Frame
  /// Called when something waits.
  var wake: () -> Void = {}
  /// Called once, when the connection is gone.
  var onEnd: () -> Void = {}

  /// A stream that begins with the state. `state`: the latest one.
  init(state: @escaping () -> Frame) {
    self.state = state
    append(.opening)
    append(state())
  }

  /// Sends a frame, now or when there is room.
  func send(_ frame: Frame) {
    // The first frame may be half sent: it stays.
    if frame.replaces, let waiting = queue.indices.dropFirst().last,
      queue[waiting].topic == frame.topic
    {
      queuedBytes += frame.bytes.count - queue[waiting].bytes.count
      queue[waiting] = frame
    } else {
      append(frame)
    }
    if queue.count > Self.longestQueue || queuedBytes > Self.mostBytes { catchUp() }
    wake()
  }

  private func append(_ frame: Frame) {
    queue.append(frame)
    queuedBytes += frame.bytes.count
  }

  private func catchUp() {
    queue.removeSubrange((sent > 0 ? 1 : 0)...)
    queuedBytes = queue.reduce(0) { $0 + $1.bytes.count }
    append(state())
  }

  /// Moves what waits into `buffer`; how many bytes.
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    while count < buffer.count, let first = queue.first {
      let piece = first.bytes[sent...].prefix(buffer.count - count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: piece)
      count += piece.count
      sent += piece.count
      if sent == first.bytes.count {
        queue.removeFirst()
        queuedBytes -= first.bytes.count
        sent = 0
      }
    }
    return count
  }

  /// The connection is gone.
  func end() {
    wake = {}
    onEnd()
    onEnd = {}
  }
}
