import CommandTable
import JSON

/// What a check of `doctor` found.
struct Finding {
  /// How it turned out.
  enum Result: String {
    case ok
    /// It works, but not as well as it could, or not for long.
    case warning
    case failed
    /// It could not be looked at.
    case skipped
  }

  /// What was checked, one word or two.
  let check: String
  let result: Result
  let text: String
  var hint: String?
  /// How the program ends when this is the first failure.
  var exit = ExitCode.failed

  static func ok(_ check: String, _ text: String) -> Finding {
    Finding(check: check, result: .ok, text: text)
  }

  static func warning(_ check: String, _ text: String, hint: String?) -> Finding {
    Finding(check: check, result: .warning, text: text, hint: hint)
  }

  static func failed(
    _ check: String, _ text: String, hint: String?, exit: ExitCode = .failed
  ) -> Finding {
    Finding(check: check, result: .failed, text: text, hint: hint, exit: exit)
  }

  static func skipped(_ check: String, _ text: String, hint: String? = nil) -> Finding {
    Finding(check: check, result: .skipped, text: text, hint: hint)
  }

  static func failed(_ check: String, _ error: CommandError) -> Finding {
    failed(check, error.message.printable, hint: error.hint?.printable, exit: error.exit)
  }

  var json: JSONValue {
    .object(
      [JSONValue.Member]([
        ("check", .string(check)), ("result", .string(result.rawValue)), ("text", .string(text)),
        ("hint", hint.map { .string($0) }),
      ]))
  }
}
