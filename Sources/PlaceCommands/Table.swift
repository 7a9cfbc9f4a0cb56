/// A table of text that fits a terminal.
///
/// Columns are as wide as what is in them. Where that is too wide, columns that may shrink lose their
/// ends to an ellipsis, the last of them first. The last column is never padded.
struct Table {
  /// A column.
  struct Column {
    /// What stands above it.
    let title: String
    /// Numbers stand under each other.
    var isAligned = false
    /// Columns that it keeps when others need room; nil for one that is never cut.
    var leastWidth: Int?
    /// It is left out where there is no room for all, rather than the others cut further.
    var isOptional = false

    static func text(_ title: String) -> Column { Column(title: title) }
    static func number(_ title: String) -> Column { Column(title: title, isAligned: true) }
    static func name(_ title: String, least: Int = 10) -> Column {
      Column(title: title, leastWidth: least)
    }
    static func optional(_ title: String) -> Column { Column(title: title, isOptional: true) }
  }

  private static let gap = "  "

  let columns: [Column]
  private(set) var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row with a cell for each column.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count)
    rows.append(cells)
  }

  /// The title line and the rows in `width` columns, if that can be; nil does not cut anything.
  /// Columns with nothing in them are left out, and optional ones where there is no room.
  func lines(width: Int?) -> (title: String, rows: [String]) {
    var used = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    while let width, leastWidth(of: used) > width,
      let optional = used.last(where: { columns[$0].isOptional })
    {
      used.removeAll { $0 == optional }
    }
    let widths = fitted(used, to: width)
    func line(_ cells: [String]) -> String {
      var parts: [String] = []
      for (column, width) in zip(used, widths) {
        let cell = cells[column].fitted(to: width)
        if columns[column].isAligned {
          parts.append(cell.aligned(to: width))
        } else {
          parts.append(column == used.last ? cell : cell.padded(to: width))
        }
      }
      return parts.joined(separator: Self.gap).withoutTrailingSpaces
    }
    return (line(columns.map(\.title)), rows.map(line))
  }

  private func naturalWidth(of column: Int) -> Int {
    max(columns[column].title.displayWidth, rows.map { $0[column].displayWidth }.max() ?? 0)
  }

  private func leastWidth(of used: [Int]) -> Int {
    used.reduce(Self.gap.count * (used.count - 1)) { sum, column in
      let natural = naturalWidth(of: column)
      return sum + (columns[column].leastWidth.map { min($0, natural) } ?? natural)
    }
  }

  private func fitted(_ used: [Int], to width: Int?) -> [Int] {
    var widths = used.map(naturalWidth)
    guard let width else { return widths }
    var excess = widths.reduce(0, +) + Self.gap.count * max(0, used.count - 1) - width
    // First down to a third of the line each, so that one long column does not starve the others.
    for share in [width / 3, 0] {
      for (index, column) in used.enumerated().reversed() where excess > 0 {
        guard let least = columns[column].leastWidth else { continue }
        let target = max(least, share, columns[column].title.count)
        let cut = min(excess, max(0, widths[index] - target))
        widths[index] -= cut
        excess -= cut
      }
    }
    return widths
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
