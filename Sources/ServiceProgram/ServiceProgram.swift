import CommandTable
import Configuration
import Glibc
import Systemd

/// What the command lines of all services have in common: where the configuration is, how it is
/// checked, how much is logged, and what becomes of help and of wrong words.
public enum ServiceProgram {
  /// `--config`, for a program whose configuration is at `defaultPath` when none is named.
  public static func config(default defaultPath: String) -> Option<String> {
    let file = defaultPath.split(separator: "/").last ?? "?"
    return Option(
      "config", .file(), "read this configuration file",
      details:
        "The default is `\(defaultPath)`, which may be missing. The files of `\(file).d` beside it "
        + "are read after it, in the order of their names.")
  }

  /// `--check-config`. `remark`: a sentence more, on what is printed.
  public static func checkConfig(remark: String = "") -> Flag {
    Flag(
      "check-config", "check the configuration, print it, and end",
      details:
        "Each problem is printed as `file:line:column: error: ...`, with what to do about it; then "
        + "the settings in force." + (remark.isEmpty ? "" : " " + remark))
  }

  /// `--log-level`.
  public static let logLevel = Option(
    "log-level",
    ValueFormat<LogLevel>(
      "LEVEL", rule: "error, warning, notice, info or debug",
      completion: .words(LogLevel.allCases.map(\.name))
    ) { LogLevel(named: $0) }, "write lines of this urgency and above to the journal",
    details: "The default is `notice`.")

  /// Reads the words after the program's name, prints help or what is wrong with them, or lets `body`
  /// carry them out; how it ended.
  public static func run(
    _ program: Program, _ words: [String],
    _ body: (Invocation) throws(UsageError) -> ExitCode
  ) -> ExitCode {
    // A reader that goes away shows as an error of the write.
    signal(SIGPIPE, SIG_IGN)
    do throws(UsageError) {
      switch program.start(words) {
      case .answer(let text):
        print(text, terminator: "")
        return .ok
      case .refuse(let error): throw error
      case .run(let invocation): return try body(invocation)
      }
    } catch {
      tell(error.message(for: program))
      return .usage
    }
  }

  /// Writes each of `problems` as a line to standard error.
  public static func tell(_ problems: [ConfigurationProblem]) {
    for problem in problems { tell(problem.description) }
  }

  /// Writes `text` as a line to standard error.
  public static func tell(_ text: String) {
    let line = text.hasSuffix("\n") ? text : text + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
  }
}
