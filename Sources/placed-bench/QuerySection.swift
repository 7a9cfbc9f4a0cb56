import Geography
import PlaceStore
import SQLite

/// The nearest places: against memory, R*Tree and a plain index, over tables of several sizes.
enum QuerySection: Section {
  static let name = "query"
  private static let limit = 32
  private static let within = 250.0
  private static let rounds = 5

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    let small = try bench.table(bench.fewPlaces)
    let table = try bench.table(bench.places)
    report.add("build", "rows alone, for orientation", table.rowSeconds, "s")
    report.add("build", "grid", table.buildSeconds, "s")
    report.add("build", "peak memory", table.buildPeakMiB, "MiB", .atMost(64))
    report.add(
      "build", "grid, bytes a place", try table.bytes(of: "tile") / Double(table.count), "",
      .atMost(16.5))
    let (few, many) = (try times(small), try times(table))
    report.add("growth", "32 nearest, \(small.count) places, p50", few.p50 * 1e6, "µs")
    report.add("growth", "32 nearest, \(table.count) places, p50", many.p50 * 1e6, "µs")
    report.add(
      "growth", "p50 against a hundredth", many.p50 / few.p50, "×",
      bench.atFullSize(.atMost(2.2)))
    try cold(table, bench, &report)
    report.add("memory", "of the benchmark after these", ProcessFigures.own.residentMiB, "MiB")
    if bench.options.withPeers { try compare(table, bench, &report) }
  }

  /// The times of city queries, warm: the second of two passes.
  private static func times(_ table: SampleTable) throws -> (p50: Double, p99: Double) {
    let positions = table.cityQueries(4000, seed: 7)
    var p50: [Double] = []
    var p99: [Double] = []
    for round in 0...rounds {
      var durations = Durations()
      for position in positions {
        durations.add(try Stopwatch.cpuSeconds { _ = try query(table, position) })
      }
      if round == 0 { continue }
      p50.append(durations.percentile(0.5))
      p99.append(durations.percentile(0.99))
    }
    return (median(p50), median(p99))
  }

  private static func query(_ table: SampleTable, _ position: Coordinate) throws -> [GridHit] {
    try table.store.grid.run(
      GridQuery(center: position, withinMeters: within, limit: limit))
  }

  private static func cold(
    _ table: SampleTable, _ bench: Workbench, _ report: inout Report
  ) throws {
    var pages = Durations()
    for position in table.cityQueries(2000, seed: 8) {
      table.store.database.releaseMemory()
      _ = table.store.database.takePagesRead()
      _ = try query(table, position)
      pages.add(Double(table.store.database.takePagesRead()))
    }
    report.add("cold", "pages read, mean", pages.mean, "", bench.atFullSize(.atMost(13.5)))
    report.add(
      "cold", "pages read, p99", pages.percentile(0.99), "", bench.atFullSize(.atMost(20)))
  }

  private static func compare(
    _ table: SampleTable, _ bench: Workbench, _ report: inout Report
  ) throws {
    let database = table.store.database
    let array = try MortonArray(database)
    let rtreeSeconds = try Stopwatch.seconds { try RTreePeer.build(database) }
    report.add("build", "R*Tree", rtreeSeconds, "s")
    report.add(
      "build", "grid against R*Tree", rtreeSeconds / table.buildSeconds, "× faster",
      bench.atFullSize(.atLeast(20)))
    let cellSeconds = try Stopwatch.seconds { try CellIndexPeer.build(database) }
    report.add("build", "covering index of cells", cellSeconds, "s")
    let rtree = RTreePeer(path: table.path)
    let cells = try CellIndexPeer(database)
    let positions = table.cityQueries(4000, seed: 7)
    try agree(table, array, rtree, cells, Array(positions.prefix(300)), &report)

    var figures: [String: (p50: [Double], p99: [Double])] = [:]
    func measure(_ name: String, _ body: (Coordinate) throws -> Void) rethrows {
      var durations = Durations()
      for position in positions { durations.add(try Stopwatch.cpuSeconds { try body(position) }) }
      figures[name, default: ([], [])].p50.append(durations.percentile(0.5))
      figures[name, default: ([], [])].p99.append(durations.percentile(0.99))
    }
    for _ in 0...rounds {
      try measure("grid") { _ = try query(table, $0) }
      measure("array") {
        _ = array.nearest(to: $0, withinMeters: within, limit: limit)
      }
      measure("R*Tree") {
        _ = rtree.nearest(to: $0, withinMeters: within, limit: limit)
      }
      try measure("cells") {
        _ = try cells.nearest(to: $0, withinMeters: within, limit: limit)
      }
    }
    func value(_ name: String) -> (p50: Double, p99: Double) {
      // The first round warmed the caches.
      let all = figures[name] ?? ([], [])
      return (median(Array(all.p50.dropFirst())), median(Array(all.p99.dropFirst())))
    }
    let grid = value("grid")
    for name in ["grid", "array", "R*Tree", "cells"] {
      report.add("query", "\(name), p50", value(name).p50 * 1e6, "µs")
      report.add("query", "\(name), p99", value(name).p99 * 1e6, "µs")
    }
    report.add(
      "query", "against the array, p50", grid.p50 / value("array").p50, "×",
      bench.atFullSize(.atMost(2.6)))
    report.add(
      "query", "against the array, p99", grid.p99 / value("array").p99, "×",
      bench.atFullSize(.atMost(2.0)))
    report.add(
      "query", "against R*Tree, p50", value("R*Tree").p50 / grid.p50, "× faster",
      bench.atFullSize(.atLeast(2.8)))
    report.add(
      "query", "against R*Tree, p99", value("R*Tree").p99 / grid.p99, "× faster",
      bench.atFullSize(.atLeast(3.2)))
    report.add("query", "against cells, p50", value("cells").p50 / grid.p50, "× faster")
    report.add("query", "against cells, p99", value("cells").p99 / grid.p99, "× faster")
  }

  /// All of them must find the same, or the times compare nothing.
  private static func agree(
    _ table: SampleTable, _ array: MortonArray, _ rtree: RTreePeer, _ cells: CellIndexPeer,
    _ positions: [Coordinate], _ report: inout Report
  ) throws {
    var differing = 0
    for position in positions {
      let grid = try query(table, position).map(\.distanceMeters)
      let others = [
        array.nearest(to: position, withinMeters: within, limit: limit),
        rtree.nearest(to: position, withinMeters: within, limit: limit),
        try cells.nearest(to: position, withinMeters: within, limit: limit),
      ]
      for other in others {
        let isSame =
          other.count == grid.count && zip(other, grid).allSatisfy { abs($0.distance - $1) < 0.5 }
        if !isSame { differing += 1 }
      }
    }
    report.add(
      "query", "answers that differ, of \(positions.count * 3)", Double(differing), "", .atMost(3))
  }
}
