/// Why a client has no answer from the daemon.
public enum ClientError: Error, Hashable, Sendable {
  /// The socket could not be connected to.
  case unreachable(path: String, code: Int32)
  /// No answer within the time.
  case timedOut
  /// The daemon closed the connection, or sent what is no message.
  case broken(String)
}
