import Spelling

/// What a user may have meant by a word that the table does not have.
enum Suggestion {
  /// The first of `words` that begins with `word`, else the one that is spelled nearly like it.
  static func nearest(to word: String, among words: [String]) -> String? {
    guard word.count > 1 else { return nil }
    return words.first { $0.hasPrefix(word.lowercased()) } ?? nearestName(to: word, among: words)
  }

  static func option(for name: String, among options: [OptionDefinition]) -> String? {
    nearest(to: name, among: options.map(\.long)).map { "--" + $0 }
  }

  /// A command of this level; else one anywhere below it with just this name, as `place add` for `add`.
  static func command(for word: String, below command: Command) -> String? {
    let paths = command.paths()
    if let deep = paths.first(where: { $0.path.last == word }) {
      return deep.path.joined(separator: " ")
    }
    return nearest(to: word, among: command.visibleCommands.map(\.name))
  }
}
