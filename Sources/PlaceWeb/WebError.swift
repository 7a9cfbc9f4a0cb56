/// Why the page cannot be served.
struct WebError: Error, CustomStringConvertible {
  /// What happened; quotes the user's value.
  let message: String
  /// What to do about it.
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message, and the hint after it.
  var description: String { hint.map { "\(message); \($0)" } ?? message }
}
