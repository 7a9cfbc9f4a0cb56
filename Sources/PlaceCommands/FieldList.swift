/// Names and values under each other; what has no value is left out.
struct FieldList {
  private static let gap = 2

  private var rows: [(name: String, value: String)] = []

  /// Adds a line, unless there is no value.
  mutating func add(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    rows.append((name, value))
  }

  /// The lines; a value that is wider than `width` leaves goes on in the next line.
  func lines(width: Int?) -> [String] {
    let column = (rows.map(\.name.displayWidth).max() ?? 0) + Self.gap
    return rows.flatMap { name, value in
      value.hanging(from: name.padded(to: column), columns: column, width: width)
    }
  }
}

extension String {
  /// The text in lines of `width` columns: the first behind `start`, which takes `columns` of them,
  /// the others indented as far. At least 20 columns are kept for it; nil breaks nothing.
  func hanging(from start: String, columns: Int, width: Int?) -> [String] {
    let room = width.map { max(20, $0 - columns) } ?? Int.max
    return broken(at: room).enumerated().map { index, line in
      (index == 0 ? start : String(repeating: " ", count: columns)) + line
    }
  }

  /// The text in lines of `width` columns, broken at spaces, and inside a word that is wider.
  func broken(at width: Int) -> [String] {
    guard displayWidth > width else { return [self] }
    var lines = [""]
    for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      let spaced = lines[lines.count - 1].isEmpty ? word : " " + word
      if lines[lines.count - 1].displayWidth + spaced.displayWidth <= width {
        lines[lines.count - 1] += spaced
        continue
      }
      if !lines[lines.count - 1].isEmpty { lines.append("") }
      for character in word {
        if (lines[lines.count - 1] + String(character)).displayWidth > width { lines.append("") }
        lines[lines.count - 1].append(character)
      }
    }
    return lines
  }
}
