import CommandTable
import JSON

enum SelectedCommand: PlacectlCommand {
  static let command = Command("selected", "show the selected place", section: "Position")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let result = try context.call(.selected)
    let selection = SelectionView(result)
    context.print(result, ids: [selection.place?.id].compactMap { $0 }) {
      [selection.text(context.time) ?? "Nothing is selected."]
    }
    return .ok
  }
}
