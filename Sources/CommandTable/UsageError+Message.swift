extension UsageError {
  /// What is wrong, in one line that quotes what was typed.
  public var summary: String {
    switch problem {
    case .unknownOption(let word, let suggestion):
      "unknown option '\(word.printable)'" + Self.didYouMean(suggestion)
    case .unknownCommand(let word, let suggestion):
      "unknown command '\(word.printable)'" + Self.didYouMean(suggestion)
    case .missingCommand(let commands):
      "a command is missing: one of " + commands.joined(separator: ", ")
    case .missingValue(let option, let placeholder):
      "option '\(option)' needs a value: '\(option) \(placeholder)'"
    case .unexpectedValue(let option): "option '\(option)' takes no value"
    case .badValue(let name, let value, let rule):
      "'\(value.printable)' is no value for \(name): must be \(rule)"
    case .missingArgument(let name): "\(name) is missing"
    case .unexpectedArgument(let word, let isOnly):
      "unexpected argument '\(word.printable)'"
        + (isOnly || word.contains(" ") ? "" : "; quote a name of several words")
    case .other(let message): message
    }
  }

  /// Where to read on.
  public func hint(for program: Program) -> String {
    "See '\(([program.name] + path).joined(separator: " ")) --help'."
  }

  /// What a program prints on standard error: the problem, the usage line, where to read on.
  public func message(for program: Program) -> String {
    let usage = HelpText.usage(program: program, path: path)
    return "\(program.name): \(summary)\nUsage: \(usage)\n\(hint(for: program))\n"
  }

  private static func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}
