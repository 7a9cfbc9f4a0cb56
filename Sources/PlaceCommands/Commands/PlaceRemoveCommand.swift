import CommandTable
import JSON

enum PlaceRemoveCommand: PlacectlCommand {
  static let command = Command(
    "remove", "remove a place",
    details: ["Asks on a terminal; elsewhere it needs `--yes`."], options: [Options.yes],
    arguments: [PlaceShowCommand.id], section: "Place table")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let id = JSONValue.Member(
      "id", .integer(Int64(context.invocation[PlaceShowCommand.id] ?? 0)))
    let isSure = context.invocation[Options.yes]
    try context.requireTerminalOrYes(isSure)
    if !isSure {
      let place = PlaceView(try context.call(.placeGet, [id]))
      try context.confirm("Remove \(place.name) (id \(place.id ?? 0))?")
    }
    context.printPlace(try context.call(.placeRemove, [id]), verb: "Removed")
    return .ok
  }
}

extension CommandContext {
  /// Throws where a question cannot be asked and `--yes` is not given.
  func requireTerminalOrYes(_ isSure: Bool) throws(CommandError) {
    guard isSure || output.terminal.canAsk else {
      throw .usage("there is no terminal to ask on", hint: "--yes does it without asking")
    }
  }

  /// Asks; throws unless the answer is yes.
  func confirm(_ question: String) throws(CommandError) {
    guard Prompt(output: output).confirms(question) else {
      throw CommandError(.failed, "cancelled", "nothing was changed")
    }
  }
}
