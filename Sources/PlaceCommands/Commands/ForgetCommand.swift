import CommandTable
import JSON

enum ForgetCommand: PlacectlCommand {
  private static let since = Option("since", .time, "what happened after this time")
  private static let until = Option("until", .time, "what happened before this time")
  private static let place = Option("place", .place, "what happened at this place")
  private static let all = Flag("all", "everything")

  /// Erasing overwrites what was there, which takes time on an SD card.
  private static let timeout = 15.0

  static let command = Command(
    "forget", "erase visits and what was learned from them",
    details: [
      "The data is overwritten in the database, not only unlinked. Copies made by `backup` keep it.",
      "Asks on a terminal; elsewhere it needs `--yes`.",
    ], options: [since, until, place, all, Options.yes], section: "Visits",
    examples: [
      .init("placectl forget --since '3 h'", "the last three hours"),
      .init("placectl forget --all", "everything"),
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let line = context.invocation
    var params = [JSONValue.Member]([
      ("since", try context.time(of: since)), ("until", try context.time(of: until)),
    ])
    let isSure = line[Options.yes]
    guard line[all] != (!params.isEmpty || line[place] != nil) else {
      throw .usage(
        line[all]
          ? "'--all' and a part exclude each other"
          : "what to forget is missing: one of --since, --until, --place, --all")
    }
    try context.requireTerminalOrYes(isSure)
    if let name = line[place] {
      params.append(.init("place", .integer(Int64(try context.placeID(name)))))
    }
    if line[all] { params.append(.init("all", true)) }
    if !isSure {
      try context.confirm(
        line[all]
          ? "Erase all visits and all that was learned?"
          : "Erase these visits and what they taught?")
    }
    let result = try context.call(.forget, params, timeout: timeout)
    context.print(result) {
      func count(_ key: String, _ word: String) -> String {
        let number = result[key]?.int ?? 0
        return "\(number) \(word)\(number == 1 ? "" : "s")"
      }
      return ["Erased: \(count("visits", "visit")), \(count("lessons", "lesson"))"]
    }
    return .ok
  }
}
