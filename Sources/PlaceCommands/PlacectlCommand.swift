import CommandTable

/// One command of placectl: its row of the table, and what it does.
protocol PlacectlCommand: Sendable {
  /// Its row of the table.
  static var command: Command { get }

  /// Does it. What it returns is how the program ends.
  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode
}
