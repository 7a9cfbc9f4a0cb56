/// Why a source or a recording cannot be read.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: String, Hashable, Sendable {
    /// No such file or device.
    case notFound
    /// The system refuses to open it.
    case denied
    /// It cannot be read, for any other reason.
    case unreadable
    /// It is read, but is no recording of a kind that is known.
    case unknownFormat
    /// It is a recording, but one that ends in the middle or is damaged.
    case damaged
  }

  /// What is wrong.
  public let code: Code
  /// What is wrong in words; quotes the user's path.
  public let message: String
  /// What to do next.
  public let hint: String?

  /// An error of `code`.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message, and the hint in parentheses.
  public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}
