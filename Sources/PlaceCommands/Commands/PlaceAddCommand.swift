import CommandTable
import JSON

enum PlaceAddCommand: PlacectlCommand {
  private static let name = Argument(.text("NAME"), "its name")
  private static let suggestion = Option(
    "suggestion", .integer("N", 1...200), "at the stops that `suggest` lists under this number")

  static let command = Command(
    "add", "add a place",
    details: ["It is added at the current position, unless another is given."],
    options: [PlaceFieldOptions.here, suggestion] + PlaceFieldOptions.all, arguments: [name],
    section: "Place table",
    examples: [
      .init("placectl place add Home --radius 30", "here, with an extent of 30 m"),
      .init(
        "placectl place add 'The yard' --at 60.1699,24.9384 --category depot", "somewhere else"),
      .init("placectl place add Work --suggestion 1", "where you stop often"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    let at = line[PlaceFieldOptions.at]
    let number = line[suggestion]
    let ways = [line[PlaceFieldOptions.here], at != nil, number != nil].filter { $0 }
    guard ways.count <= 1 else {
      throw .usage("'--here', '--at' and '--suggestion' exclude each other")
    }
    var params: [JSONValue.Member] = [.init("name", .string(line[name] ?? ""))]
    if let number {
      params.append(.init("suggestion", .integer(Int64(number))))
    } else if let at {
      params += at.members
    } else {
      params += try PlaceFieldOptions.currentPosition(context).members
    }
    let place = try context.call(
      .placeAdd, params + PlaceFieldOptions.params(line, changing: nil))
    context.printPlace(place, verb: "Added")
    return .ok
  }
}

extension CommandContext {
  /// Prints a place that was changed, and what was done to it.
  func printPlace(_ place: JSONValue, verb: String) {
    let view = PlaceView(place)
    print(place, ids: [view.id].compactMap { $0 }) {
      ["\(verb): \(view.name)" + (view.id.map { " (id \($0))" } ?? "")]
    }
  }
}
