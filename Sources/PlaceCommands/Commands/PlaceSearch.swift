import CommandTable
import JSON
import PlaceProtocol

/// What `search` and `nearby` have in common: where to look, and the table of what was found.
enum PlaceSearch {
  static func run(
    _ context: CommandContext, _ method: Method, _ own: [JSONValue.Member]
  ) throws(CommandError) -> ExitCode {
    let line = context.invocation
    let params =
      own
      + [JSONValue.Member]([
        ("at", line[Options.at].map { .object($0.members) }),
        ("within_m", line[Options.within].map { .number($0) }),
        ("limit", line[Options.limit].map { .integer(Int64($0)) }),
        ("category", method == .search ? line[Options.category].map { .string($0) } : nil),
      ])
    let result = try context.call(method, params)
    let places = result.elements("places").map(PlaceView.init)
    context.print(result, ids: places.compactMap(\.id)) {
      context.lines(of: .places(places, units: context.units), nothing: "No place found.")
    }
    return .ok
  }
}
