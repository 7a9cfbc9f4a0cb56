import CommandTable
import JSON

enum PlaceEditCommand: PlacectlCommand {
  private static let name = Option("name", .text("NAME"), "its name")

  static let command = Command(
    "edit", "change a place",
    details: ["What is not given stays as it is. An empty value removes a field: `--street ''`."],
    options: [name, PlaceFieldOptions.here] + PlaceFieldOptions.all,
    arguments: [PlaceShowCommand.id], section: "Place table",
    examples: [.init("placectl place edit 4711 --radius 50", "a larger extent")])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    guard !(line[PlaceFieldOptions.here] && line[PlaceFieldOptions.at] != nil) else {
      throw .usage("'--here' and '--at' exclude each other")
    }
    let id = JSONValue.Member("id", .integer(Int64(line[PlaceShowCommand.id] ?? 0)))
    let before = try context.call(.placeGet, [id])
    var changes = [JSONValue.Member]([("name", line[name].map { .string($0) })])
    if line[PlaceFieldOptions.here] {
      changes += try PlaceFieldOptions.currentPosition(context).members
    } else if let at = line[PlaceFieldOptions.at] {
      changes += at.members
    }
    changes += PlaceFieldOptions.params(line, changing: before)
    guard !changes.isEmpty else {
      throw .usage(
        "no change is given", hint: "placectl place edit --help lists what can be changed")
    }
    context.printPlace(try context.call(.placeUpdate, [id] + changes), verb: "Changed")
    return .ok
  }
}
