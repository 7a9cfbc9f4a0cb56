import Glibc

/// What a program's standard streams are.
struct Terminal: Sendable {
  /// Standard input comes from a terminal.
  var canAsk: Bool
  /// Standard output goes to a terminal.
  var isOutput: Bool
  /// Standard error goes to a terminal.
  var isError: Bool
  /// Columns of the terminal that output goes to; nil in a pipe or a file, where nothing is cut.
  var width: Int?
  /// Colours are wanted, by the environment, where output goes to a terminal.
  var mayColor: Bool

  /// Of this process.
  static var current: Terminal {
    let isOutput = isatty(STDOUT_FILENO) == 1
    return Terminal(
      canAsk: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1, isOutput: isOutput,
      isError: isatty(STDERR_FILENO) == 1, width: isOutput ? columns(of: STDOUT_FILENO) : nil,
      mayColor: isOutput && !isSet("NO_COLOR") && variable("TERM") != "dumb")
  }

  /// Columns of a terminal, 80 where it does not say, and never less than 20.
  private static func columns(of descriptor: CInt) -> Int {
    var size = winsize()
    let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return max(20, known ? Int(size.ws_col) : 80)
  }

  /// https://no-color.org: present and not empty.
  private static func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
