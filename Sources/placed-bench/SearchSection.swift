import Geography
import PlaceStore
import Places

/// Searches as one types, near where one is, and with a typing error.
enum SearchSection: Section {
  static let name = "search"

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    let table = try bench.importedTable()
    let store = try PlaceStore(path: table.databasePath, access: .readOnly)
    var typing = Durations()
    var errors = Durations()
    var random = Random(seed: 5)
    for round in 0..<2 {
      for (index, sample) in table.samples.prefix(2000).enumerated() {
        let letters = Array(sample.name)
        let prefix = String(letters.prefix(2 + index % 5))
        let seconds = try Stopwatch.seconds { try search(prefix, sample.position, store) }
        if round == 1 { typing.add(seconds) }
        guard index % 10 == 0, letters.count >= 6 else { continue }
        var wrong = letters
        wrong.swapAt(2, 3 + Int(random.next() % 2))
        let mistaken = try Stopwatch.seconds { try search(String(wrong), sample.position, store) }
        if round == 1 { errors.add(mistaken) }
      }
    }
    let names = table.features
    report.add(
      name, "2 to 6 letters, \(names) names, p50", typing.percentile(0.5) * 1e3, "ms",
      bench.atFullSize(.atMost(1)),
      isAbsolute: true)
    report.add(
      name, "2 to 6 letters, \(names) names, p99", typing.percentile(0.99) * 1e3, "ms",
      bench.atFullSize(.atMost(10)), isAbsolute: true)
    report.add(name, "a typing error, p50", errors.percentile(0.5) * 1e3, "ms")
    report.add(name, "a typing error, p99", errors.percentile(0.99) * 1e3, "ms")
    // What people would write without this index, on the same rows.
    let scan = try store.database.prepare(
      "SELECT id FROM place WHERE name LIKE ? || '%' LIMIT 10")
    var scans = Durations()
    for sample in table.samples.prefix(20) {
      scans.add(
        try Stopwatch.seconds {
          try scan.bind(1, String(sample.name.prefix(6)))
          while try scan.step() {}
        })
    }
    report.add(
      name, "against LIKE on the rows, p50", scans.percentile(0.5) / typing.percentile(0.5),
      "× faster", bench.atFullSize(.atLeast(10)))
  }

  private static func search(
    _ text: String, _ position: Coordinate, _ store: PlaceStore
  ) throws {
    _ = try store.search(text, near: position, limit: 10)
  }
}
