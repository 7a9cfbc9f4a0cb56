/// One command of the table, or a whole program.
///
/// Parser, help, manual page and shell completions are made from it, so that they cannot differ.
/// Texts are plain; words between back-quotes are literal and set so where the medium can.
public struct Command: Sendable {
  /// A command line and what it does.
  public struct Example: Sendable {
    /// The command line as it is typed.
    public let line: String
    /// What it does, one line, lower case, no full stop.
    public let meaning: String

    /// An example.
    public init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// The word that calls it.
  public let name: String
  /// What it does, one line, lower case, no full stop.
  public let summary: String
  /// More, in paragraphs of whole sentences.
  public let details: [String]
  /// Its options; those of a program hold for all its commands.
  public let options: [OptionDefinition]
  /// Its arguments in their order.
  public let arguments: [ArgumentDefinition]
  /// The commands below it. Where there are arguments too, a first word that names a command is one.
  public let commands: [Command]
  /// The heading that the program's help lists it under.
  public let section: String
  /// The command below it that is meant where none is named.
  public let defaultCommand: String?
  /// It needs one of the commands below it.
  public let isGroup: Bool
  /// Command lines to learn from.
  public let examples: [Example]
  /// Called by scripts of the program's own, and shown nowhere.
  public let isHidden: Bool

  /// A command.
  public init(
    _ name: String, _ summary: String, details: [String] = [],
    options: [any DeclaredOption] = [], arguments: [any DeclaredArgument] = [],
    commands: [Command] = [], defaultCommand: String? = nil, section: String = "Commands",
    isGroup: Bool = false, examples: [Example] = [], isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.options = options.map(\.definition)
    self.arguments = arguments.map(\.definition)
    self.commands = commands
    self.defaultCommand = defaultCommand
    self.section = section
    self.isGroup = isGroup
    self.examples = examples
    self.isHidden = isHidden
    precondition(
      self.arguments.dropLast().allSatisfy { !$0.count.isRepeated },
      "only the last argument may be repeated")
  }

  /// The commands that help, manual and completions show.
  public var visibleCommands: [Command] { commands.filter { !$0.isHidden } }

  /// The headings, in the order of their first commands, with what can be called below each.
  var sections: [(title: String, commands: [(path: [String], command: Command)])] {
    var titles: [String] = []
    var commands: [String: [(path: [String], command: Command)]] = [:]
    for top in visibleCommands {
      if commands[top.section] == nil { titles.append(top.section) }
      commands[top.section, default: []] += ([([top.name], top)] + top.paths(below: [top.name]))
        .filter { !$0.1.isGroup }
    }
    return titles.map { ($0, commands[$0] ?? []) }
  }

  func command(named name: String) -> Command? { commands.first { $0.name == name } }

  /// All paths of words that call a command below this one, hidden ones left out.
  func paths(below path: [String] = []) -> [(path: [String], command: Command)] {
    visibleCommands.flatMap { command in
      let below = path + [command.name]
      return [(below, command)] + command.paths(below: below)
    }
  }
}
