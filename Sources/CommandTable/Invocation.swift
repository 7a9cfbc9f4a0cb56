/// A command line that agrees with the table.
public struct Invocation: Sendable {
  /// The words of the command, without the program's name: `["place", "add"]`; empty for the program
  /// itself.
  public let path: [String]
  let command: Command
  let shared: [OptionDefinition]
  let values: [String: [String]]
  let arguments: [String: [String]]

  /// The value of an option, the last where it came twice; nil where it was not given.
  public subscript<Value>(_ option: Option<Value>) -> Value? { all(option).last }

  /// Whether a flag was given.
  public subscript(_ flag: Flag) -> Bool { !texts(of: flag.definition).isEmpty }

  /// The value of an argument, the first where it may come more than once; nil where it was left out.
  public subscript<Value>(_ argument: Argument<Value>) -> Value? { all(argument).first }

  /// The values of an option in their order.
  public func all<Value>(_ option: Option<Value>) -> [Value] {
    texts(of: option.definition).compactMap(option.format.parse)
  }

  /// The values of an argument in their order.
  public func all<Value>(_ argument: Argument<Value>) -> [Value] {
    precondition(
      command.arguments.contains { $0.name == argument.definition.name },
      "the command has no argument \(argument.definition.name)")
    return (arguments[argument.definition.name] ?? []).compactMap(argument.format.parse)
  }

  private func texts(of option: OptionDefinition) -> [String] {
    precondition(
      (command.options + shared).contains { $0.long == option.long },
      "the command has no option \(option.spelling)")
    return values[option.long] ?? []
  }

  /// The command line is understood, but makes no sense.
  public func error(_ message: String) -> UsageError {
    UsageError(.other(message), path: path)
  }
}
