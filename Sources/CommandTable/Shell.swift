/// A shell that completions can be made for.
public enum Shell: String, CaseIterable, Sendable {
  /// GNU Bash 4.4 or later.
  case bash
  /// Z shell.
  case zsh
  /// Fish 3 or later.
  case fish

  /// The script that makes this shell complete the words of `program`.
  public func completions(for program: Program) -> String {
    switch self {
    case .bash: BashCompletion(program: program).script
    case .zsh: ZshCompletion(program: program).script
    case .fish: FishCompletion(program: program).script
    }
  }
}

extension Program {
  /// Each path of words that calls a command, `[]` for the program, with the command.
  var completedCommands: [(path: [String], command: Command)] {
    [([], command)] + command.paths()
  }

  /// The options that take a value, spelled in every way, sorted. Whether an option takes one does
  /// not depend on the command.
  var optionsWithValue: [String] {
    let definitions = completedCommands.flatMap(\.command.options) + sharedOptions
    var spellings: Set<String> = []
    for option in definitions where option.value != nil { spellings.formUnion(option.spellings) }
    return spellings.sorted()
  }
}

extension OptionDefinition {
  /// `--limit`, `-n`
  var spellings: [String] { [spelling] + (short.map { ["-\($0)"] } ?? []) }
}

/// `text` as one word of any of the shells.
func quotedForShell(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}

/// A summary without its back-quotes.
func plainSummary(_ text: String) -> String { text.filter { $0 != "`" } }
