/// Names and values under each other; what has no value is left out.
struct FieldList {
  private var rows: [(name: String, value: String)] = []

  /// Adds a line, unless there is no value.
  mutating func add(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    rows.append((name, value))
  }

  var lines: [String] {
    let width = rows.map(\.name.displayWidth).max() ?? 0
    return rows.map { $0.name.padded(to: width) + "  " + $0.value }
  }
}
