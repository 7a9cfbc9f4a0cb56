import JSON

/// Something that the daemon tells its subscribers, encoded once for all of them: only `seq` differs
/// from connection to connection.
public struct Notification: Sendable {
  /// What it is about.
  public let topic: Topic
  /// The text up to the number.
  private let head: [UInt8]
  /// The text after the number, with the end of the line.
  private let tail: [UInt8]

  /// A notification whose params, after `seq`, are the members that `body` writes.
  public init(_ topic: Topic, _ body: (inout JSONWriter) -> Void) {
    self.topic = topic
    head = Array(#"{"jsonrpc":"2.0","method":"\#(topic.rawValue)","params":{"seq":"#.utf8)
    var writer = JSONWriter(reservingCapacity: 1024)
    writer.beginObject()
    body(&writer)
    writer.endObject()
    writer.endObject()
    writer.endLine()
    // The brace that opened the members becomes the comma after the number, where there are any.
    var text = writer.bytes
    if text[1] == UInt8(ascii: "}") { text.removeFirst() } else { text[0] = UInt8(ascii: ",") }
    tail = text
  }

  /// Bytes of its line but for the number's.
  public var byteCount: Int { head.count + tail.count }

  /// Appends the line with this number.
  public func appendLine(seq: Int, to text: inout [UInt8]) {
    text.append(contentsOf: head)
    text.append(contentsOf: String(seq).utf8)
    text.append(contentsOf: tail)
  }

  /// The line with this number.
  public func line(seq: Int) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(byteCount + 8)
    appendLine(seq: seq, to: &text)
    return text
  }
}
