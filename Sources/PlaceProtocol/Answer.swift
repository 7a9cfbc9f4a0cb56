import JSON

/// What the daemon answers a request with.
public enum Answer {
  /// The line of an answer, its `result` written by `body`, which writes exactly one value.
  public static func line<Failure: Error>(
    to id: RequestID, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    try line(to: id, member: "result", body)
  }

  /// The line of an answer that is an error.
  public static func line(to id: RequestID, error: ProtocolError) -> [UInt8] {
    line(to: id, member: "error") { error.write(to: &$0) }
  }

  private static func line<Failure: Error>(
    to id: RequestID, member: String, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    writer.key("id")
    writer.raw(id.text)
    writer.key(member)
    try body(&writer)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
