import JSON
import PlaceProtocol

/// Why a client has no answer from the daemon, or a refusal. Shown to the user who asked, so it may
/// quote him; nothing is decided on its text.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure.
  public enum Code: Hashable, Sendable {
    /// There is no socket, or nobody listens on it.
    case notRunning
    /// The socket's file, or the daemon, does not let this user in.
    case denied
    /// The socket cannot be connected to for another reason.
    case unreachable
    /// Connected, but no answer within the time.
    case timedOut
    /// The daemon closed the connection before it answered.
    case lost
    /// What came is no message of the protocol.
    case garbled
    /// Daemon and client are of versions that do not understand each other.
    case incompatible
    /// The daemon answered with an error.
    case answered(ErrorKind)
  }

  /// What kind of failure.
  public let code: Code
  /// What happened.
  public let message: String
  /// What to do about it.
  public let hint: String?
  /// With an ambiguous name: the places that are meant.
  public let candidates: [JSONValue]
  /// With a bad configuration: its problems, one a line.
  public let problems: [String]

  /// A failure.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, candidates: [JSONValue] = [],
    problems: [String] = []
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.candidates = candidates
    self.problems = problems
  }

  /// The daemon's own error. One that says that this user may not is explained from this side, which
  /// knows the user's groups.
  init(answered error: ProtocolError, method: Method) {
    switch error.kind {
    case .failure(.denied):
      self.init(
        .answered(error.kind), error.message,
        hint: UserGroups.current.stepsTowards(GroupAccess.group) ?? error.hint
          ?? GroupAccess.configuration)
    case .methodNotFound:
      self.init(
        .incompatible, "the daemon does not know the method '\(method.rawValue)'",
        hint: "it is of an older version: install the same version of both and restart it")
    default:
      self.init(
        .answered(error.kind), error.message, hint: error.hint, candidates: error.candidates,
        problems: error.problems)
    }
  }

  /// The message, and the hint after it.
  public var description: String { hint.map { "\(message)\n\($0)" } ?? message }
}
