import CommandTable
import Glibc

/// The program placectl.
public enum Placectl {
  /// All its commands, in the order of the help.
  private static let commands: [any PlacectlCommand.Type] = [
    StatusCommand.self, LikelyCommand.self, SelectCommand.self, SelectedCommand.self,
    ClearCommand.self, WatchCommand.self, WaitCommand.self, SearchCommand.self, NearbyCommand.self,
    MapCommand.self,
    ImportCommand.self, ExportCommand.self, VisitsCommand.self,
    SuggestCommand.self, ExplainCommand.self,
    ForgetCommand.self,
    DoctorCommand.self, BackupCommand.self, RestoreCommand.self, ReloadCommand.self,
    CompletionsCommand.self, CompleteCommand.self,
  ]

  /// Commands below another one.
  private static let nested: [[String]: any PlacectlCommand.Type] = [
    ["place", "add"]: PlaceAddCommand.self, ["place", "show"]: PlaceShowCommand.self,
    ["place", "edit"]: PlaceEditCommand.self, ["place", "remove"]: PlaceRemoveCommand.self,
    ["place", "list"]: PlaceListCommand.self,
    ["visits", "correct"]: VisitsCorrectCommand.self,
    ["visits", "remove"]: VisitsRemoveCommand.self,
  ]

  /// The table that parser, help, manual and completions are made from.
  public static let program = Program(
    Command(
      "placectl", "ask and steer placed, the place daemon",
      options: SharedOptions.all, commands: commands.map { $0.command } + [PlaceGroup.command],
      defaultCommand: "status"))

  /// Carries out the words after the program's name; how it ends.
  public static func run(_ words: [String]) -> ExitCode {
    ProcessSignals.prepare()
    let terminal = Terminal.current
    switch program.start(words, width: min(100, terminal.width ?? 80)) {
    case .answer(let text):
      output(terminal, isJSON: false).bytes(Array(text.utf8))
      return .ok
    case .refuse(let error):
      // The line is not understood, so this is a guess; it only shapes the message.
      let isJSON = words.prefix { $0 != "--" }.contains("--json")
      return refuse(error, output(terminal, isJSON: isJSON))
    case .run(let invocation):
      let color = invocation[SharedOptions.color] ?? .auto
      let isColored = color == .always || (color == .auto && terminal.mayColor)
      let output = output(
        terminal, isJSON: invocation[SharedOptions.json], isColored: isColored)
      do throws(CommandError) {
        return try command(of: invocation).run(CommandContext(invocation, output: output))
      } catch {
        output.report(error)
        return error.exit
      }
    }
  }

  private static func command(of invocation: Invocation) -> any PlacectlCommand.Type {
    nested[invocation.path]
      ?? commands.first { $0.command.name == invocation.path.first } ?? StatusCommand.self
  }

  private static func output(
    _ terminal: Terminal, isJSON: Bool, isColored: Bool = false
  ) -> Output {
    Output(terminal: terminal, isJSON: isJSON, isColored: isColored, name: "placectl")
  }

  private static func refuse(_ error: UsageError, _ output: Output) -> ExitCode {
    if output.isJSON {
      output.report(CommandError.usage(error.summary, hint: error.hint(for: program)))
    } else {
      output.show(error.message(for: program))
    }
    return .usage
  }
}
