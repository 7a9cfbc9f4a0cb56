/// One command or program of the table that parser, help, man page and completions are made from.
public struct Command: Sendable {
  /// The word that calls it.
  public let name: String
  /// One line on what it does.
  public let summary: String

  /// A command.
  public init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }
}
