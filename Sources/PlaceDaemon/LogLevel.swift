/// How urgent a line of the journal is; the numbers are syslog's, which journald reads from `<N>`.
public enum LogLevel: Int, Hashable, Comparable, Sendable {
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

  /// More urgent before less.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
