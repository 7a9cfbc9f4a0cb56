/// Reads a command line by the table.
///
/// Long options take their value after `=` or as the next word, whatever that begins with; a short
/// one's value may follow at once (`-n5`), and short flags may share a hyphen. Options may stand
/// before, between and after arguments; after `--` every word is an argument. `-` is an argument.
struct CommandParser {
  enum Result {
    case invocation(Invocation)
    case help(path: [String], isShort: Bool)
    case version
  }

  let program: Program
  private var command: Command
  private var path: [String] = []
  private var values: [String: [String]] = [:]
  private var words: [String] = []
  private var rest: ArraySlice<String> = []
  private var request: Result?

  init(program: Program) {
    self.program = program
    command = program.command
  }

  func parse(_ words: [String]) throws(UsageError) -> Result {
    var copy = self
    return try copy.consume(words)
  }

  private func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, path: path)
  }

  private mutating func consume(_ all: [String]) throws(UsageError) -> Result {
    rest = all[...]
    var onlyArguments = false
    while let word = rest.popFirst() {
      if onlyArguments || word == "-" || !word.hasPrefix("-") {
        try take(argument: word, mayBeCommand: !onlyArguments)
      } else if word == "--" {
        onlyArguments = true
      } else if word.hasPrefix("--") {
        try take(long: word)
      } else {
        try take(cluster: word)
      }
      if let request { return request }
    }
    if words.isEmpty, let name = command.defaultCommand, let next = command.command(named: name) {
      command = next
      path.append(name)
    }
    return .invocation(try finish())
  }

  private mutating func take(argument word: String, mayBeCommand: Bool) throws(UsageError) {
    if mayBeCommand, words.isEmpty, let next = command.command(named: word) {
      command = next
      path.append(word)
    } else if mayBeCommand, word == "help", path.isEmpty, words.isEmpty,
      !command.commands.isEmpty
    {
      // `placectl help place add` is `placectl place add --help`.
      while let next = rest.popFirst() { try take(argument: next, mayBeCommand: true) }
      request = .help(path: path, isShort: false)
    } else if command.isGroup || (command.arguments.isEmpty && !command.commands.isEmpty) {
      throw error(.unknownCommand(word, suggestion: Suggestion.command(for: word, below: command)))
    } else {
      words.append(word)
    }
  }

  private var options: [OptionDefinition] { command.options + program.sharedOptions }

  private mutating func take(long word: String) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.long == name }) else {
      throw error(
        .unknownOption("--" + name, suggestion: Suggestion.option(for: name, among: options)))
    }
    try take(option, spelled: "--" + name, attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  private mutating func take(cluster word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let spelling = "-\(letter)"
      guard let option = options.first(where: { $0.short == letter }) else {
        throw error(.unknownOption(spelling, suggestion: nil))
      }
      if option.value == nil {
        try take(option, spelled: spelling, attached: letters.first == "=" ? String(letters) : nil)
      } else {
        let attached = letters.first == "=" ? letters.dropFirst() : letters
        try take(option, spelled: spelling, attached: letters.isEmpty ? nil : String(attached))
        return
      }
    }
  }

  private mutating func take(
    _ option: OptionDefinition, spelled spelling: String, attached: String?
  ) throws(UsageError) {
    guard let value = option.value else {
      guard attached == nil else { throw error(.unexpectedValue(option: spelling)) }
      if option.long == Program.help.definition.long {
        request = .help(path: path, isShort: spelling == "-h")
      } else if option.long == Program.version.definition.long {
        request = .version
      }
      values[option.long, default: []].append("")
      return
    }
    guard let text = attached ?? rest.popFirst() else {
      throw error(.missingValue(option: spelling, placeholder: value.placeholder))
    }
    guard value.accepts(text) else {
      throw error(.badValue(of: spelling, value: text, rule: value.rule))
    }
    values[option.long, default: []].append(text)
  }

  private func finish() throws(UsageError) -> Invocation {
    guard !command.isGroup else {
      throw error(.missingCommand(command.visibleCommands.map(\.name)))
    }
    // An option of `visits` does not belong to `visits correct`.
    for name in values.keys.sorted() where !options.contains(where: { $0.long == name }) {
      throw error(.unknownOption("--" + name, suggestion: nil))
    }
    var arguments: [String: [String]] = [:]
    var remaining = words[...]
    for argument in command.arguments {
      let given = argument.count.isRepeated ? remaining : remaining.prefix(1)
      guard !given.isEmpty || !argument.count.isRequired else {
        throw error(.missingArgument(argument.name))
      }
      for word in given where !argument.value.accepts(word) {
        throw error(.badValue(of: argument.name, value: word, rule: argument.value.rule))
      }
      arguments[argument.name] = Array(given)
      remaining = remaining.dropFirst(given.count)
    }
    if let word = remaining.first {
      throw error(.unexpectedArgument(word, isOnly: command.arguments.isEmpty))
    }
    return Invocation(
      path: path, command: command, shared: program.sharedOptions, values: values,
      arguments: arguments)
  }
}
