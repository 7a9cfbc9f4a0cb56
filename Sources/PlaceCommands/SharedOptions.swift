import CommandTable
import Configuration

/// Options of every command.
enum SharedOptions {
  /// When text is coloured.
  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  static let json = Flag(
    "json", "print JSON",
    details:
      "One document, or one a line for what goes on; the result of the daemon's method as it is, so "
      + "that a later version may add members. Errors are JSON, too, on standard error.")
  static let quiet = Flag("quiet", short: "q", "print ids only")
  static let utc = Flag("utc", "show times in UTC instead of local time")
  static let units = Option(
    "units", .choice("UNITS", DisplayUnits.self), "show lengths in metric or imperial units",
    details: "The default is what the daemon's configuration says. JSON never changes.")
  static let color = Option(
    "color", .choice("WHEN", Color.self), "use colour: auto, always or never",
    details:
      "The default `auto` colours on a terminal, unless the variable `NO_COLOR` is set. Colour never "
      + "carries a meaning that the words do not.")
  static let socket = Option(
    "socket", .file("PATH"), "where the daemon listens",
    details:
      "The default is /run/placed/placed.sock, or $XDG_RUNTIME_DIR/placed.sock where only that "
      + "exists.")

  static let all: [any DeclaredOption] = [json, quiet, utc, units, color, socket]
}

/// Options of several commands that mean the same in each.
enum Options {
  static let limit = Option("limit", short: "n", .integer("N", 1...200), "how many at most")
  static let at = Option(
    "at", .coordinate, "ask about this position instead of the current one")
  static let accuracy = Option(
    "accuracy", .meters(0...1_000_000), "with `--at`: radius of 68 % of that position")
  static let within = Option(
    "within", .meters(0...20_100_000), "only places whose edge is this near")
  static let category = Option(
    "category", .text("CATEGORY"), "only places of this category")
  static let yes = Flag("yes", short: "y", "do it without asking")
  static let database = Option(
    "database", .file(), "the database to work on",
    details:
      "The default is /var/lib/placed/places.db, or $XDG_STATE_HOME/placed/places.db for a user who "
      + "may not write there.")
}
