import Geography
import JSON

/// Something that is wrong, as `status` lists it.
public struct HealthMessage: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, Comparable {
    /// Worth knowing.
    case info
    /// It will do harm when it stays.
    case warning
    /// The daemon cannot do its job; `placectl status` exits with 1.
    case serious

    /// Less before more.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .serious: 2
      }
    }
  }

  /// A stable word for it.
  public var code: String
  /// How bad it is.
  public var severity: Severity
  /// What is wrong.
  public var text: String
  /// What to do about it.
  public var hint: String?
  /// When it began, by the wall clock.
  public var since: UTCTime

  /// A warning.
  public init(
    code: String, severity: Severity, text: String, hint: String? = nil, since: UTCTime
  ) {
    self.code = code
    self.severity = severity
    self.text = text
    self.hint = hint
    self.since = since
  }
}

extension JSONWriter {
  /// Writes a warning.
  public mutating func value(_ health: HealthMessage) {
    beginObject()
    member("code", health.code)
    member("severity", health.severity.rawValue)
    member("text", health.text)
    member("hint", health.hint)
    member("since", health.since)
    endObject()
  }
}
