import CommandTable

enum ClearCommand: PlacectlCommand {
  static let command = Command("clear", "select nothing", section: "Position")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let result = try context.call(.clear)
    context.print(result) { ["Nothing is selected."] }
    return .ok
  }
}
