import CommandTable
import JSON
import PlaceImport

/// What an import did, in words and as JSON.
struct ImportReport {
  let file: String
  let result: ImportResult
  let isDryRun: Bool

  private static let reasons = [
    "no_name": "without a name", "no_position": "without a position",
    "outside": "outside of --within",
    "bus_stop": "bus stops", "double": "doubles of another object", "duplicate": "given before",
    "removed": "removed by the user", "low_confidence": "of low confidence",
    "closed": "closed for good",
    "not_a_place": "no places",
  ]

  var json: JSONValue {
    let counts = result.counts
    func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
    func object(_ counts: [String: Int]) -> JSONValue {
      .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, number($0.value)) })
    }
    let bad = result.badRows.map(Self.json)
    return .object(
      [JSONValue.Member]([
        ("source", .string(result.source)), ("added", number(counts.added)),
        ("updated", number(counts.updated)), ("unchanged", number(counts.unchanged)),
        ("removed", number(counts.removed)), ("skipped", object(counts.skipped)),
        ("bad", object(counts.bad)), ("bad_rows", bad.isEmpty ? nil : .array(bad)),
        ("attribution", result.attribution.map { .string($0) }),
      ]))
  }

  private static func json(_ row: BadRow) -> JSONValue {
    .object(
      [JSONValue.Member]([
        ("line", .integer(Int64(row.line))), ("reason", .string(row.reason)),
        ("message", .string(row.message)), ("hint", row.hint.map { .string($0) }),
      ]))
  }

  var lines: [String] {
    let counts = result.counts
    let parts = [
      (counts.added, "added"), (counts.updated, "updated"), (counts.unchanged, "unchanged"),
      (counts.removed, "removed"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    let done = parts.isEmpty ? "no places" : parts.joined(separator: ", ")
    let prefix = isDryRun ? "would be " : ""
    var lines = ["\(file.printable) (source \(result.source.printable)): \(prefix)\(done)"]
    if result.wasResumed { lines.append("  went on where an import of it had ended early") }
    for (reason, count) in counts.skipped.sorted(by: { $0.value > $1.value }) {
      lines.append("  skipped: \(grouped(count)) \(Self.reasons[reason] ?? reason.printable)")
    }
    let bad = counts.bad.values.reduce(0, +)
    if bad > 0 {
      lines.append("  warning: \(grouped(bad)) bad rows were left out")
      lines += Self.lines(of: result.badRows).map { "    " + $0 }
      if bad > result.badRows.count { lines.append("    …") }
    }
    if let attribution = result.attribution { lines.append("  \(attribution.printable)") }
    return lines
  }

  /// `line 17: a coordinate that is no number (what to do)`
  static func lines(of rows: [BadRow]) -> [String] {
    rows.map { row in
      let hint = row.hint.map { " (\($0))" } ?? ""
      return "line \(row.line): \(row.message)\(hint)".printable
    }
  }
}

extension CommandError {
  /// Why an import failed.
  init(_ error: ImportError) {
    switch error.code {
    case .store(let code): self.init(code, error.message, hint: error.hint)
    case .invalid: self = .usage(error.message, hint: error.hint)
    default: self.init(.failed, "import", error.message, hint: error.hint)
    }
    problems = ImportReport.lines(of: error.badRows)
  }
}
