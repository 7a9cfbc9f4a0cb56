import CommandTable

/// A program with something of everything, for the tests.
enum Ferry {
  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  static let socket = Option("socket", .file("PATH"), "where the harbour listens")
  static let color = Option(
    "color", .choice("WHEN", Color.self), "colours", details: "`auto` asks the terminal.")
  static let quiet = Flag("quiet", short: "q", "numbers only")
  static let json = Flag("json", "one JSON document")

  static let limit = Option("limit", short: "n", .integer("N", 1...200), "how many to list")
  static let tag = Option(
    "tag", short: "t", .text("TAG"), repeats: true, "only ferries with this tag")
  static let within = Option("within", .integer("M", 0...20_000), "how far to look, in metres")
  static let verbose = Flag("verbose", short: "v", "more")

  static let name = Argument(.text("NAME"), "what it is called")
  static let number = Argument(.integer("NUMBER", 1...Int.max), "its number")
  static let harbours = Argument(
    .text("HARBOUR", completion: .asked(kind: "harbours")), count: .any, "where it calls")
  static let files = Argument(.file(), count: .oneOrMore, "timetables")
  static let shell = Argument(.choice("SHELL", Shell.self), count: .optional, "for which shell")

  static let program = Program(
    Command(
      "ferry", "knows the ferries", details: ["Ferries come and go. This is how to ask for them."],
      options: [socket, color, quiet, json],
      commands: [
        Command(
          "list", "ferries, the next one first",
          details: [
            "A ferry that has left is not listed. Names are in the language of the harbour.",
            "`--tag` may be given again; a ferry with any of the tags is listed.",
          ],
          options: [limit, tag, within, verbose], arguments: [harbours], section: "Ask",
          examples: [
            .init("ferry list -n 3 'Tähtitorninmäki'", "the next three from there"),
            .init("ferry list --tag \"ice class\"", "a tag of two words"),
          ]),
        Command(
          "ship", "the ships",
          commands: [
            Command("add", "adds a ship", arguments: [name], section: "Ships"),
            Command("show", "shows a ship", arguments: [number]),
          ], section: "Keep", isGroup: true),
        Command(
          "visits", "calls at a harbour", options: [limit],
          commands: [Command("remove", "removes one", arguments: [number])], section: "Keep"),
        Command("load", "reads timetables", arguments: [files], section: "Keep"),
        Command("completions", "a script for a shell", arguments: [shell], section: "Keep"),
        Command("_complete", "answers completions", isHidden: true),
      ], isGroup: true), version: "1.2.3")

  /// A program of options only.
  static let daemon = Program(
    Command(
      "ferryd", "watches the ferries", options: [socket, verbose],
      arguments: [Argument(.file("LOG"), count: .optional, "where to write")]), version: "1.2.3")
}
