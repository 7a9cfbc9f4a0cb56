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
    /// Missing the goal fails no check.
    var isAbsolute: Bool
  }

  private(set) var figures: [Figure] = []
  private(set) var notes: [String] = []
  /// Whether all sections could be measured.
  private(set) var isComplete = true

  /// What a figure is to be.
  enum Goal {
    case atMost(Double)
    case atLeast(Double)

    func isReached(by value: Double) -> Bool {
      switch self {
      case .atMost(let goal): value <= goal
      case .atLeast(let goal): value >= goal
      }
    }

    var text: String {
      switch self {
      case .atMost(let goal): "≤ \(short(goal))"
      case .atLeast(let goal): "≥ \(short(goal))"
      }
    }
  }

  /// Adds a figure; without a goal it only orients. `isAbsolute`: it is a time, which depends on the
  /// machine and on what else it does; missing it fails no check.
  mutating func add(
    _ section: String, _ name: String, _ value: Double, _ unit: String, _ goal: Goal? = nil,
    isAbsolute: Bool = false
  ) {
    add(
      Figure(
        section: section, name: name, value: value, unit: unit, goal: goal?.text,
        isReached: goal?.isReached(by: value), isAbsolute: isAbsolute))
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

  /// A section that could not be measured.
  mutating func fail(_ section: String, _ reason: String) {
    isComplete = false
    note("\(section) could not be measured: \(reason)")
  }

  /// Whether every goal is reached that does not depend on the machine alone.
  var isReached: Bool { figures.allSatisfy { $0.isAbsolute || $0.isReached ?? true } }

  private static func line(_ figure: Figure) -> String {
    let name = figure.section + ": " + figure.name
    let value = short(figure.value) + (figure.unit.isEmpty ? "" : " " + figure.unit)
    let goal =
      figure.goal.map { "  \($0)  \(figure.isReached == true ? "reached" : "MISSED")" } ?? ""
    return name.padded(to: 66) + value.padded(to: 16) + goal
  }

  /// The figures as one JSON document.
  func json(_ bench: Workbench) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("places", bench.places)
      writer.member("features", bench.features)
      writer.member("machine", Machine.description)
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

  /// The figures as docs/benchmarks/ keeps them.
  func markdown(_ bench: Workbench) -> [UInt8] {
    var text = """
      # \(bench.places) places, \(bench.features) imported features

      \(Machine.description). Made by `placed-bench\(bench.options.isFull ? " --full" : "")`.

      | what | measured | goal | |
      |---|---|---|---|

      """
    for figure in figures {
      let verdict = figure.isReached.map { $0 ? "reached" : "**missed**" } ?? ""
      text += "| \(figure.section): \(figure.name) | \(short(figure.value)) \(figure.unit) | "
      text += "\(figure.goal ?? "") | \(verdict) |\n"
    }
    if !notes.isEmpty { text += "\n" }
    for note in notes { text += "- \(note)\n" }
    return Array(text.utf8)
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
