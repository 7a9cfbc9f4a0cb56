import CommandTable
import JSON

enum VisitsCommand: PlacectlCommand {
  private static let limit = Option(
    "limit", short: "n", .integer("N", 1...1_000_000), "how many at most, 20 by default")
  private static let since = Option("since", .time, "only visits that ended after this time")
  private static let until = Option("until", .time, "only visits that began before this time")
  private static let place = Option("place", .place, "only visits of this place")

  static let command = Command(
    "visits", "list visits, the newest first",
    details: [
      "A visit is a stop and its place. One without a place was at none that is known, or at one of "
        + "several: then the likeliest is shown with its likelihood.",
      "`inferred` means that a part of it was concluded and not seen, as where the receiver was off.",
    ],
    options: [limit, since, until, place],
    commands: [VisitsCorrectCommand.command, VisitsRemoveCommand.command], section: "Visits",
    examples: [
      .init("placectl visits --since yesterday", "the visits of yesterday and today"),
      .init(
        "placectl visits --since '2026-05-04 09:30' --place Home", "since a time, at one place"),
      .init("placectl visits correct 1777879800000 id:4711", "it was another place"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    var place: JSONValue?
    if let name = line[Self.place] { place = .integer(Int64(try context.placeID(name))) }
    let filter = [JSONValue.Member]([
      ("since", try context.time(of: since)), ("until", try context.time(of: until)),
      ("place", place),
    ])
    let list = PagedList(.visits, "visits", filter, limit: line[limit] ?? 20)
    try list.print(context, nothing: "No visits.") { visits in
      var table = Table([
        .number("ID"), .text("ARRIVED"), .optional("DEPARTED"), .number("STAYED"),
        .name("PLACE", least: 12), .optional(""),
      ])
      for visit in visits.map(VisitView.init) {
        table.add([
          visit.id.map { String($0) } ?? "", visit.arrival.map(context.time.minutes) ?? "before",
          visit.end(context.time), visit.duration, visit.title, visit.remark,
        ])
      }
      return table
    }
    return .ok
  }
}

extension CommandContext {
  /// The time that an option gives, as the protocol takes it; nil where it was not given.
  func time(of option: Option<TimeExpression>) throws(CommandError) -> JSONValue? {
    guard let expression = invocation[option] else { return nil }
    guard let time = expression.resolved(now: ReadableTime.now, isUTC: self.time.isUTC) else {
      throw .usage("the time of \(option.definition.spelling) is not on any clock")
    }
    return .string(time.description)
  }
}
