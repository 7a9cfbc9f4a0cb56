/// How a program ends; documented in every man page.
public enum ExitCode: Int32, Sendable {
  /// Done.
  case ok = 0
  /// It could not be done.
  case failed = 1
  /// The command line is wrong.
  case usage = 2
  /// The daemon cannot be reached.
  case unreachable = 3
  /// No such thing, or several.
  case notFound = 4
  /// This user may not.
  case denied = 5
  /// Not within the time.
  case timedOut = 6
  /// Daemon and command are of versions that do not understand each other.
  case incompatible = 7
  /// Ctrl-C.
  case interrupted = 130
}
