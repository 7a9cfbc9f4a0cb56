/// Why there is no connection to the broker. Goes to the journal: it names hosts and files, never a
/// position, a place or a password.
public struct BrokerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// The name cannot be resolved, nobody listens, or there is no way there.
    case unreachable
    /// The TLS handshake failed: the certificate, or that there is none.
    case untrusted
    /// User or password are wrong, or this client may not.
    case denied
    /// The broker does not take this client: its id, its protocol, or for now.
    case refused
    /// Connected, but no answer within the time.
    case timedOut
    /// The connection was made, and ended.
    case lost
    /// A file that the connection needs cannot be used.
    case file
  }

  /// What kind of failure.
  public let code: Code
  /// What happened.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// A failure.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message, and the hint after it, on one line.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
