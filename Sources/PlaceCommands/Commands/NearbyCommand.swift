import CommandTable
import JSON

enum NearbyCommand: PlacectlCommand {
  private static let category = Argument(
    .text("CATEGORY"), count: .optional, "only places of this category, such as fuel")

  static let command = Command(
    "nearby", "list places by distance",
    options: [Options.limit, Options.at, Options.within], arguments: [category],
    section: "Position",
    examples: [.init("placectl nearby fuel -n 3", "the three nearest filling stations")])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    try PlaceSearch.run(
      context, .nearby,
      [JSONValue.Member]([("category", context.invocation[category].map { .string($0) })]))
  }
}
