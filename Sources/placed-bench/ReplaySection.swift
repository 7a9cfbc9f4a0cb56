import Detection
import Geography
import Glibc
import PlaceStore

/// Recordings at full speed: a day of fixes through detection, and NMEA against `gpsdecode`.
enum ReplaySection: Section {
  static let name = "replay"

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    let table = try bench.table(bench.replayPlaces)
    var journey = Journey(from: table.cityPositions[2], seed: 13)
    var fixes: [Fix] = []
    journey.day { fixes.append($0.fix) }
    var detector = Detector()
    var outcomes = 0
    let seconds = try Stopwatch.seconds {
      for fix in fixes {
        outcomes += detector.handle(.fix(fix), places: table.store).count
      }
      guard outcomes > 0, detector.counts.accepted > 0 else {
        throw BenchError("detection took nothing over")
      }
    }
    report.add(
      name, "a day through detection, \(table.count) places", Double(fixes.count) / seconds,
      "fixes/s", .atLeast(20_000), isAbsolute: true)
    report.add(
      name, "likelihood and all else, a fix", seconds / Double(fixes.count) * 1e6, "µs")
    try likelihood(table, &report)
    try nmea(bench, table, &report)
  }

  private static func likelihood(_ table: SampleTable, _ report: inout Report) throws {
    let model = LikelihoodModel()
    var times = Durations()
    for position in table.cityQueries(4000, seed: 14) {
      let sample = Sample(Fix(position: position, time: nil, accuracyMeters: 5))
      times.add(Stopwatch.cpuSeconds { _ = model.likely(at: sample, places: table.store) })
    }
    report.add(name, "likely places in a city, p50", times.percentile(0.5) * 1e6, "µs")
    report.add(name, "likely places in a city, p99", times.percentile(0.99) * 1e6, "µs")
  }

  /// The whole program over NMEA, as a receiver writes it.
  private static func nmea(
    _ bench: Workbench, _ table: SampleTable, _ report: inout Report
  ) throws {
    let path = bench.file("journey.nmea")
    var text: [UInt8] = []
    var epochs = 0
    var journey = Journey(from: table.cityPositions[3], seed: 15)
    journey.day(hours: 6) {
      NMEAText.epoch($0, isWhole: true, to: &text)
      epochs += 1
    }
    Folder.write(text, to: path)
    let placed = try Program.ours("placed")
    let replay = [placed, "--replay", path, "--database", table.path, "--events"]
    let runs = try (0..<5).map { _ in
      try Program.run(replay + ["arrived,departed"]).cpuSeconds
    }
    let ours = median(runs)
    report.add(
      name, "NMEA, 8 sentences a fix, parsed and detected", Double(text.count) / ours / 1e6,
      "MB/s of processor time")
    report.add(name, "NMEA, the same", Double(epochs) / ours, "fixes/s of processor time")
    guard bench.options.withPeers else { return }
    guard let decoder = Program.installed("gpsdecode") else {
      return report.note("gpsdecode (gpsd-clients) is not installed: NMEA is compared with nothing")
    }
    let peers = try (0..<5).map { _ in try Program.run([decoder], input: path).cpuSeconds }
    report.add(
      name, "against gpsdecode, processor time", ours / median(peers), "×", .atMost(0.5))
  }
}
