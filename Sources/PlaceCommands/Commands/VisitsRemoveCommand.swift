import CommandTable
import JSON

enum VisitsRemoveCommand: PlacectlCommand {
  private static let visit = Argument(
    ValueFormat<Int>("VISIT", rule: "the number that is its id") { Int($0) },
    "its id, as `visits` lists it")

  static let command = Command(
    "remove", "remove a visit; it is not detected again",
    details: ["Asks on a terminal; elsewhere it needs `--yes`."], options: [Options.yes],
    arguments: [visit], section: "Visits")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let visit = context.invocation[visit] ?? 0
    let isSure = context.invocation[Options.yes]
    try context.requireTerminalOrYes(isSure)
    if !isSure { try context.confirm("Remove visit \(visit)?") }
    let result = try context.call(.visitRemove, [.init("id", .integer(Int64(visit)))])
    context.print(result, ids: [visit]) { ["Removed: visit \(visit)"] }
    return .ok
  }
}
