/// Why the daemon cannot start or take a configuration over.
public struct DaemonError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure.
  public enum Code: Hashable, Sendable {
    /// Another daemon answers at the socket.
    case alreadyRunning
    /// The socket cannot be made.
    case socket
    /// The configuration has problems.
    case configuration
    /// The database cannot be opened.
    case database
    /// A system call failed that never should.
    case system
  }

  /// What kind of failure.
  public let code: Code
  /// What went wrong.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// A failure.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message, and the hint after it.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
