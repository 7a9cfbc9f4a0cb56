import CommandTable
import JSON
import PlaceProtocol

enum LikelyCommand: PlacectlCommand {
  static let command = Command(
    "likely", "rank the places where the vehicle may be",
    details: [
      "Each place has a likelihood; with elsewhere, which is no place of the table, they sum to 1 "
        + "over all places. Showing fewer of them changes none.",
      "The distance is to the edge of the place, and 0 inside.",
    ],
    options: [Options.limit, Options.at, Options.accuracy], section: "Position",
    examples: [
      .init("placectl likely -n 10", "the ten likeliest places"),
      .init(
        "placectl likely --at 60.1699,24.9384 --accuracy 10", "the likely places of a position"),
      .init(
        "placectl likely --json | jq -r '.places[0].name'", "the name of the likeliest, in a script"
      ),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let limit = context.invocation[Options.limit].map { JSONValue.integer(Int64($0)) }
    let result = try context.call(
      .likely, [JSONValue.Member]([("limit", limit)]) + (try context.position()))
    let places = result.elements("places").map(PlaceView.init)
    context.print(result, ids: places.compactMap(\.id)) {
      var lines: [String] = []
      if let here = result.object("here")?.text("label") { lines.append("Near \(here)") }
      if let fix = result.object("fix") { lines.append(FixView(fix).text(context.units)) }
      lines += lines.isEmpty ? [] : [""]
      lines += context.lines(
        of: .likely(places, units: context.units), nothing: "No place of the table is near.")
      if let elsewhere = result["elsewhere"]?.double, !places.isEmpty {
        lines.append(percent(elsewhere).aligned(to: 12) + "  elsewhere")
      }
      return lines
    }
    return .ok
  }
}
