/// The parts of a manual page, in mdoc(7), that the table knows: synopsis, options and commands.
///
/// The page itself is written by hand, but for the lines between
/// `.\" begin NAME (generated)` and `.\" end NAME`, which `updating` replaces. A test keeps the page
/// that is in the repository equal to what this makes of it.
public struct ManualPage: Sendable {
  private let program: Program

  /// The manual page of `program`.
  public init(_ program: Program) {
    self.program = program
  }

  /// The names of the generated parts.
  public enum Part: String, CaseIterable, Sendable {
    /// The ways to call the program.
    case synopsis
    /// The options of the program; they hold for every command.
    case options
    /// The commands with their arguments, options and examples.
    case commands
  }

  /// `page` with its generated parts made anew. Lines outside of them stay as they are.
  public func updating(_ page: String) -> String {
    var lines: [Substring] = []
    var open: Part?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let part = open {
        if line == Self.end(of: part) {
          open = nil
          lines.append(line)
        }
        continue
      }
      lines.append(line)
      if let part = Part.allCases.first(where: { line == Self.begin(of: $0) }) {
        lines += text(of: part).split(separator: "\n")
        open = part
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func begin(of part: Part) -> String { ".\\\" begin \(part.rawValue) (generated)" }
  private static func end(of part: Part) -> String { ".\\\" end \(part.rawValue)" }

  /// The mdoc source of a generated part.
  public func text(of part: Part) -> String {
    switch part {
    case .synopsis: synopsis()
    case .options: list(program.sharedOptions)
    case .commands: commands()
    }
  }

  private func synopsis() -> String {
    let command = program.command
    guard !command.commands.isEmpty else {
      return ".Nm\n" + command.options.map { ".Op " + macro(for: $0) + "\n" }.joined()
        + command.arguments.map { argumentLine($0) + "\n" }.joined()
    }
    let word = command.isGroup ? ".Ar command\n" : ".Op Ar command\n"
    return ".Nm\n.Op Ar options\n" + word + ".Op Ar arguments\n"
  }

  private func commands() -> String {
    program.command.sections.map { title, commands in
      ".Ss \(Self.escaped(title))\n.Bl -tag -width Ds\n"
        + commands.map { ".It " + heading($0, $1) + "\n" + body(of: $1) }.joined() + ".El\n"
    }.joined()
  }

  private func heading(_ path: [String], _ command: Command) -> String {
    var words = ["Ic " + path.joined(separator: " ")]
    words += command.options.map { "Oo " + macro(for: $0) + " Oc" }
    words += command.arguments.map { argument in
      let name = "Ar " + argument.name + (argument.count.isRepeated ? " ..." : "")
      return argument.count.isRequired ? name : "Oo " + name + " Oc"
    }
    return words.joined(separator: " ")
  }

  private func body(of command: Command) -> String {
    var text = Self.lines(Self.sentence(command.summary))
    for paragraph in command.details { text += ".Pp\n" + Self.lines(paragraph) }
    for argument in command.arguments {
      guard case .words(let words) = argument.value.completion else { continue }
      text += ".Pp\n" + Self.lines("\(argument.name) is one of \(words.joined(separator: ", ")).")
    }
    if !command.options.isEmpty { text += ".Pp\n" + list(command.options) }
    if !command.examples.isEmpty {
      text += ".Pp\n.Bl -tag -width Ds -compact\n"
      for example in command.examples {
        text += ".It Li \(Self.quoted(example.line))\n" + Self.lines(Self.sentence(example.meaning))
      }
      text += ".El\n"
    }
    return text
  }

  private func list(_ options: [OptionDefinition]) -> String {
    var text = ".Bl -tag -width Ds -compact\n"
    for option in options {
      text += ".It " + macro(for: option, withShort: true) + "\n"
      text += Self.lines(Self.sentence(option.summary))
      if let details = option.details { text += Self.lines(details) }
    }
    return text + ".El\n"
  }

  /// `Fl n , Fl Fl limit Ar N`
  private func macro(for option: OptionDefinition, withShort: Bool = false) -> String {
    let short = withShort ? option.short.map { "Fl \($0) , " } ?? "" : ""
    return short + "Fl Fl \(option.long)" + (option.value.map { " Ar \($0.placeholder)" } ?? "")
  }

  private func argumentLine(_ argument: ArgumentDefinition) -> String {
    let name = "Ar " + argument.name + (argument.count.isRepeated ? " ..." : "")
    return argument.count.isRequired ? "." + name : ".Op " + name
  }

  /// A summary as a sentence: `Does this.`
  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  /// Running text: each sentence on lines of its own, as mdoc wants it, literal words in bold.
  private static func lines(_ text: String) -> String {
    var isLiteral = false
    var output = ""
    for part in escaped(text).split(separator: "`", omittingEmptySubsequences: false) {
      output += part + (isLiteral ? "\\fR" : "\\fB")
      isLiteral.toggle()
    }
    output.removeLast(3)
    let sentences = breakingSentences(output)
    return sentences.flatMap { wrapped($0, width: 78) }.map { line in
      (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line) + "\n"
    }.joined()
  }

  private static func breakingSentences(_ text: String) -> [String] {
    var sentences: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      current += (current.isEmpty ? "" : " ") + word
      if let last = word.last, ".!?".contains(last) {
        sentences.append(current)
        current = ""
      }
    }
    return current.isEmpty ? sentences : sentences + [current]
  }

  private static func escaped(_ text: String) -> String {
    var output = ""
    for character in text {
      switch character {
      case "\\": output += "\\e"
      case "-": output += "\\-"
      default: output.append(character)
      }
    }
    return output
  }

  /// An argument of a macro that may hold spaces and quotes.
  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
