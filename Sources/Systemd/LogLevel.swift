import CSystemd

/// How urgent a line of the journal is; the numbers are syslog's.
public enum LogLevel: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// The daemon cannot do its job.
  case error = 3
  /// Something is wrong; the daemon goes on.
  case warning = 4
  /// A change worth a line.
  case notice = 5
  /// More, for who looks.
  case info = 6
  /// Everything, for who develops.
  case debug = 7

  /// The level called `name`, as `--log-level` takes it.
  public init?(named name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  /// Its name.
  public var name: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .notice: "notice"
    case .info: "info"
    case .debug: "debug"
    }
  }

  /// What a line begins with for journald to know its urgency, sd-daemon(3).
  var journalPrefix: String {
    switch self {
    case .error: SD_ERR
    case .warning: SD_WARNING
    case .notice: SD_NOTICE
    case .info: SD_INFO
    case .debug: SD_DEBUG
    }
  }

  /// What a line for a person begins with; nothing where all is well.
  var prefix: String { self <= .warning ? name + ": " : "" }

  /// More urgent before less.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
