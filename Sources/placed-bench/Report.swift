import Glibc
import JSON

/// What a benchmark measured, as a table and as JSON.
struct Report {
  /// A figure and what it should be.
  struct Figure {
    var section: String
    var name: String
    var value: Double
    var unit: String
    /// What it is to be, in words; nil where it only orients.
    var goal: String?
    /// Whether it is.
    var isReached: Bool?
  }

  private(set) var figures: [Figure] = []
  private(set) var notes: [String] = []

  /// A figure that only orients.
  mutating func add(_ section: String, _ name: String, _ value: Double, _ unit: String) {
    add(Figure(section: section, name: name, value: value, unit: unit))
  }

  /// A figure that is to be `goal` at most.
  mutating func add(
    _ section: String, _ name: String, _ value: Double, _ unit: String, atMost goal: Double
  ) {
    add(
      Figure(
        section: section, name: name, value: value, unit: unit, goal: "≤ \(short(goal))",
        isReached: value <= goal))
  }

  /// A figure that is to be `goal` at least.
  mutating func add(
    _ section: String, _ name: String, _ value: Double, _ unit: String, atLeast goal: Double
  ) {
    add(
      Figure(
        section: section, name: name, value: value, unit: unit, goal: "≥ \(short(goal))",
        isReached: value >= goal))
  }

  private mutating func add(_ figure: Figure) {
    figures.append(figure)
    print(Self.line(figure))
    fflush(nil)
  }

  /// Something to be said beside the figures.
  mutating func note(_ text: String) {
    notes.append(text)
    print("  " + text)
    fflush(nil)
  }

  /// Whether every goal is reached.
  var isReached: Bool { figures.allSatisfy { $0.isReached ?? true } }

  private static func line(_ figure: Figure) -> String {
    let name = figure.section + ": " + figure.name
    let value = short(figure.value) + (figure.unit.isEmpty ? "" : " " + figure.unit)
    let goal =
      figure.goal.map { "  \($0)  \(figure.isReached == true ? "reached" : "MISSED")" } ?? ""
    return name.padded(to: 66) + value.padded(to: 16) + goal
  }

  /// The figures as one JSON document.
  func json(places: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("places", places)
      writer.array("figures", figures) { writer, figure in
        writer.object { writer in
          writer.member("section", figure.section)
          writer.member("name", figure.name)
          if figure.value.isFinite { writer.member("value", figure.value, decimals: 4) }
          writer.member("unit", figure.unit)
          writer.member("goal", figure.goal)
          writer.member("reached", figure.isReached)
        }
      }
      writer.array("notes", notes) { $0.value($1) }
    }
    return writer.bytes + [0x0A]
  }
}

/// Three significant figures.
func short(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  let magnitude = abs(value)
  let decimals = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3
  var writer = JSONWriter()
  writer.value(value, decimals: decimals)
  return String(decoding: writer.bytes, as: UTF8.self)
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
