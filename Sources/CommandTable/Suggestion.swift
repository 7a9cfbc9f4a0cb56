/// What a user may have meant by a word that the table does not have.
public enum Suggestion {
  /// The one of `words` that is nearest to `word`, if it is near enough to be meant: it begins with
  /// `word`, or takes at most one edit for each three letters, two at least for four or more.
  public static func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased())
    guard typed.count > 1 else { return nil }
    let limit = max(typed.count >= 4 ? 2 : 1, typed.count / 3)
    var best: (distance: Int, word: String)?
    for candidate in words {
      let distance = editDistance(typed, Array(candidate.lowercased()))
      let isMeant = distance <= limit || candidate.lowercased().hasPrefix(word.lowercased())
      if isMeant, best.map({ distance < $0.distance }) ?? true { best = (distance, candidate) }
    }
    return best?.word
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

  /// Insertions, deletions, substitutions and swaps of neighbours that make `left` of `right`: the
  /// optimal string alignment distance (Damerau, CACM 7(3), 1964).
  static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for (row, character) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var least = min(
          previous[column + 1] + 1, current[column] + 1,
          previous[column] + (character == other ? 0 : 1))
        if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
          least = min(least, beforePrevious[column - 1] + 1)
        }
        current.append(least)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
