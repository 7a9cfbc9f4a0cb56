/// Why a text is no value of a setting. Shown to the user who wrote it, so it quotes him.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong; quotes the value and states the rule.
  public let message: String
  /// What to write instead.
  public let hint: String?

  /// A bad value.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message, and the hint after it.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
