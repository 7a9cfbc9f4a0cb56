/// Why a command line is refused: what happened, as data. The words are in `message(for:)`.
public struct UsageError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// No such option; `suggestion` is one that may be meant.
    case unknownOption(String, suggestion: String?)
    /// No such command; `suggestion` is one that may be meant.
    case unknownCommand(String, suggestion: String?)
    /// A group was called without one of its commands.
    case missingCommand([String])
    /// An option that takes a value came last.
    case missingValue(option: String, placeholder: String)
    /// `=` after a flag.
    case unexpectedValue(option: String)
    /// A value that its format does not take.
    case badValue(of: String, value: String, rule: String)
    /// An argument was left out.
    case missingArgument(String)
    /// A word too many; `isOnly` where the command takes none at all.
    case unexpectedArgument(String, isOnly: Bool)
    /// What only the command itself can see, in words.
    case other(String)
  }

  /// What is wrong.
  public let problem: Problem
  /// The words of the command that it is wrong for.
  public let path: [String]

  /// A refusal.
  public init(_ problem: Problem, path: [String]) {
    self.problem = problem
    self.path = path
  }
}
