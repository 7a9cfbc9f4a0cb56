/// A mistake in a configuration file, and where it stands.
public struct ConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The character in the line, from 1.
  public let column: Int
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// A mistake.
  public init(file: String, line: Int, column: Int, message: String, hint: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }

  /// `file:line:column: error: message; hint`, on one line.
  public var description: String {
    "\(file):\(line):\(column): error: \(message)" + (hint.map { "; \($0)" } ?? "")
  }
}
