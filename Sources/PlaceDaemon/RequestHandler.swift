import JSON

/// What the server does with the lines it gets.
public protocol RequestHandler: AnyObject {
  /// Carries out the request in `line`.
  func reply(to line: UnsafeBufferPointer<UInt8>, of session: Session) -> Reply
  /// The reply to a line that is longer than allowed.
  func replyToLongLine() -> Reply
  /// Writes the latest state, as one object, for a reader that fell behind.
  func writeState(for session: Session, to writer: inout JSONWriter)
}

/// What is sent to a client for a request.
public struct Reply {
  /// The line of the answer; nil for a notification of the client, which gets none.
  public var line: [UInt8]?
  /// The connection ends with it.
  public var endsConnection: Bool

  /// A reply.
  public init(line: [UInt8]?, endsConnection: Bool = false) {
    self.line = line
    self.endsConnection = endsConnection
  }
}
