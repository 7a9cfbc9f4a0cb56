import CommandTable
import JSON

enum PlaceListCommand: PlacectlCommand {
  private static let limit = Option(
    "limit", short: "n", .integer("N", 1...10_000_000), "how many at most, 50 by default")
  private static let source = Option("source", .text("NAME"), "only places of this source")

  static let command = Command(
    "list", "list the place table",
    details: ["`export` writes all of it, with all that an import needs."],
    options: [limit, source, Options.category], section: "Place table")

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    let filter = [JSONValue.Member]([
      ("source", line[source].map { .string($0) }),
      ("category", line[Options.category].map { .string($0) }),
    ])
    let list = PagedList(.placeList, "places", filter, limit: line[limit] ?? 50)
    try list.print(context, nothing: "No places.") { places in
      .places(places.map(PlaceView.init), units: context.units)
    }
    return .ok
  }
}
