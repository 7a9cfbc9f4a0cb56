import Geography
import JSON

/// A warning that came or went, as `status` lists it in `history`.
public struct HealthChange: Hashable, Sendable {
  /// When, by the wall clock.
  public var time: UTCTime
  /// The warning's stable word.
  public var code: String
  /// How bad it is.
  public var severity: HealthMessage.Severity
  /// What is wrong.
  public var text: String
  /// What to do about it.
  public var hint: String?
  /// It went.
  public var isOver: Bool

  /// A change.
  public init(
    time: UTCTime, code: String, severity: HealthMessage.Severity, text: String,
    hint: String? = nil, isOver: Bool
  ) {
    self.time = time
    self.code = code
    self.severity = severity
    self.text = text
    self.hint = hint
    self.isOver = isOver
  }
}

extension JSONWriter {
  /// Writes a change of health.
  public mutating func value(_ change: HealthChange) {
    beginObject()
    member("time", change.time)
    member("code", change.code)
    member("severity", change.severity.rawValue)
    member("text", change.text)
    member("hint", change.hint)
    member("over", change.isOver)
    endObject()
  }
}
