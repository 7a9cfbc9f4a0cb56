import CommandTable

enum CompletionsCommand: PlacectlCommand {
  private static let shell = Argument(.choice("SHELL", Shell.self), "bash, zsh or fish")

  static let command = Command(
    "completions", "print the completion script of a shell", arguments: [shell],
    section: "Upkeep",
    examples: [
      .init("source <(placectl completions bash)", "for this shell alone"),
      .init(
        "placectl completions fish >~/.config/fish/completions/placectl.fish", "for good"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    if let shell = context.invocation[shell] {
      context.output.bytes(Array(shell.completions(for: Placectl.program).utf8))
    }
    return .ok
  }
}
