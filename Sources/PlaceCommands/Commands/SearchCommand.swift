import CommandTable
import JSON

enum SearchCommand: PlacectlCommand {
  private static let query = Argument(.text("QUERY"), count: .oneOrMore, "words of the name")

  static let command = Command(
    "search", "find places by name, near ones first",
    details: [
      "Accents and case do not matter, other scripts are found by their Latin spelling, and one or "
        + "two typing errors are forgiven."
    ],
    options: [Options.limit, Options.at, Options.within, Options.category], arguments: [query],
    section: "Position",
    examples: [
      .init("placectl search kauppatori", "the market square, also if it is far away"),
      .init("placectl search cafe --within 2km", "cafés within two kilometres"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let query = context.invocation.all(query).joined(separator: " ")
    return try PlaceSearch.run(context, .search, [.init("query", .string(query))])
  }
}
