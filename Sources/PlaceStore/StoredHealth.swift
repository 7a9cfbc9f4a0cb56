import Geography

/// A warning that came or went.
public struct StoredHealth: Hashable, Sendable {
  /// When.
  public var time: UTCTime
  /// The warning's code, such as `no_fix`.
  public var code: String
  /// `info`, `warning` or `serious`.
  public var severity: String
  /// What is wrong, in words.
  public var text: String
  /// What to do about it.
  public var hint: String?
  /// It went.
  public var isOver: Bool

  /// A change of health.
  public init(
    time: UTCTime, code: String, severity: String, text: String, hint: String? = nil, isOver: Bool
  ) {
    self.time = time
    self.code = code
    self.severity = severity
    self.text = text
    self.hint = hint
    self.isOver = isOver
  }
}
