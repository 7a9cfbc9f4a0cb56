import CommandTable
import JSON

enum SuggestCommand: PlacectlCommand {
  static let command = Command(
    "suggest", "list stops that recur at no known place", options: [Options.limit],
    section: "Visits",
    examples: [.init("placectl place add Work --suggestion 1", "makes a place of the first")])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let limit = context.invocation[Options.limit].map { JSONValue.integer(Int64($0)) }
    let result = try context.call(.suggestions, [JSONValue.Member]([("limit", limit)]))
    let suggestions = result.elements("suggestions")
    context.print(result, ids: suggestions.compactMap { $0["n"]?.int }) {
      var table = Table([
        .number("N"), .number("STOPS"), .text("LAST"), .optional("HOURS"), .text("POSITION"),
        .name("NEAR", least: 8),
      ])
      for suggestion in suggestions {
        table.add([
          suggestion["n"]?.int.map { String($0) } ?? "",
          suggestion["stops"]?.int.map { String($0) } ?? "",
          suggestion.time("last").map(context.time.minutes) ?? "",
          hours(suggestion.elements("usual_hours").compactMap(\.int)),
          suggestion.coordinate.map(PlaceView.position) ?? "",
          suggestion.object("here")?.text("label") ?? "",
        ])
      }
      return context.lines(of: table, nothing: "No stops recur at an unknown place.")
    }
    return .ok
  }

  /// Hours of the day as ranges: `7–9, 17`.
  static func hours(_ hours: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for hour in Set(hours).sorted() {
      if let last = ranges.last, last.upperBound == hour - 1 {
        ranges[ranges.count - 1] = last.lowerBound...hour
      } else {
        ranges.append(hour...hour)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
