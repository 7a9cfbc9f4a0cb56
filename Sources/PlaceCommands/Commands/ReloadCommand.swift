import CommandTable

enum ReloadCommand: PlacectlCommand {
  static let command = Command(
    "reload", "make the daemon read its configuration anew",
    details: ["A configuration with mistakes is reported, and the old one kept."],
    section: "Upkeep")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let result = try context.call(.reload)
    context.print(result) { ["The configuration was read anew."] }
    return .ok
  }
}
