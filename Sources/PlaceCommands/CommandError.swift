import CommandTable
import JSON
import PlaceClient
import PlaceProtocol

/// Why a command could not do what was asked: what it says, and how it ends.
struct CommandError: Error, Hashable {
  /// How the program ends.
  let exit: ExitCode
  /// A stable word for it, for `--json`.
  let code: String
  /// What happened; quotes the user's value and states the rule.
  let message: String
  /// What to do about it.
  var hint: String?
  /// The places that are meant by an ambiguous name.
  var candidates: [JSONValue] = []
  /// Further lines, such as the problems of a configuration.
  var problems: [String] = []

  init(_ exit: ExitCode, _ code: String, _ message: String, hint: String? = nil) {
    self.exit = exit
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// A command line that only the command itself can see to make no sense.
  static func usage(_ message: String, hint: String? = nil) -> CommandError {
    CommandError(.usage, "usage", message, hint: hint)
  }

  /// An answer of the daemon that lacks what this version needs.
  static func unexpectedAnswer(to method: Method) -> CommandError {
    CommandError(
      .incompatible, "incompatible", "the daemon's answer to '\(method.rawValue)' makes no sense",
      hint: "install the same version of placed and placectl, and restart placed")
  }

  init(_ error: ClientError) {
    (exit, code) =
      switch error.code {
      case .notRunning: (.unreachable, "not_running")
      case .unreachable: (.unreachable, "unreachable")
      case .lost: (.unreachable, "lost")
      case .garbled: (.unreachable, "garbled")
      case .denied: (.denied, "denied")
      case .timedOut: (.timedOut, "timed_out")
      case .incompatible: (.incompatible, "incompatible")
      case .answered(.failure(let code)): (Self.exit(for: code), code.rawValue)
      case .answered: (.failed, "internal")
      }
    message = error.message
    hint = error.hint
    candidates = error.candidates
    problems = error.problems
  }

  private static func exit(for code: ErrorCode) -> ExitCode {
    switch code {
    case .notFound, .ambiguous: .notFound
    case .denied: .denied
    case .invalid: .usage
    case .noFix, .busy, .tooLarge, .storage, .config: .failed
    }
  }

  /// `{"error":{…}}`, what `--json` prints on standard error.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)),
    ]
    if let hint { members.append(.init("hint", .string(hint))) }
    if !candidates.isEmpty { members.append(.init("candidates", .array(candidates))) }
    if !problems.isEmpty {
      members.append(.init("problems", .array(problems.map { .string($0) })))
    }
    return ["error": .object(members)]
  }
}
