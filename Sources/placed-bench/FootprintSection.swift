import Geography
import Glibc

/// What the daemon takes while it runs: memory, wake-ups, and time until it is ready.
enum FootprintSection: Section {
  static let name = "footprint"
  private static let subscribers = 10
  private static let rounds = 5

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    let table = try bench.table(bench.places)
    let emptyPath = bench.file("empty.db")
    var (full, empty) = (Durations(), Durations())
    for round in 0...rounds {
      let first = try ServedDaemon(folder: bench.folder, database: emptyPath).readySeconds
      let second = try ServedDaemon(folder: bench.folder, database: table.path).readySeconds
      // The first made the empty table.
      if round > 0 {
        empty.add(first)
        full.add(second)
      }
    }
    let ready = full.percentile(0.5)
    report.add(name, "start to READY, empty table", empty.percentile(0.5) * 1e3, "ms")
    report.add(
      name, "start to READY, \(table.count) places", ready * 1e3, "ms", .atMost(30),
      isAbsolute: true)
    report.add(name, "against an empty table", ready / empty.percentile(0.5), "×", .atMost(1.5))

    let (small, isStatic) = try residentMiB(bench, emptyPath, table.cityPositions[4])
    let (large, _) = try residentMiB(bench, table.path, table.cityPositions[4])
    if !isStatic {
      report.note("placed is linked with a shared Swift runtime, which counts as its memory")
    }
    report.add(name, "memory, empty table", small, "MiB")
    report.add(
      name, "memory, \(table.count) places, \(subscribers) subscribers", large, "MiB",
      isStatic ? .atMost(16) : nil)
    report.add(name, "memory more than with an empty table", large - small, "MiB", .atMost(3))

    let idle = try ServedDaemon(folder: bench.folder, database: table.path)
    sleep(2)
    let (wakeUps, start) = (idle.figures.wakeUps, Stopwatch.now)
    sleep(10)
    report.add(
      name, "wake-ups with no fix arriving",
      (idle.figures.wakeUps - wakeUps) / (Stopwatch.now - start), "a second", .atMost(1))
  }

  /// After an hour of driving and a search.
  private static func residentMiB(
    _ bench: Workbench, _ database: String, _ position: Coordinate
  ) throws -> (Double, isStatic: Bool) {
    let receiver = try ReceiverStream()
    let daemon = try ServedDaemon(
      folder: bench.folder, database: database, source: "tcp://127.0.0.1:\(receiver.port)")
    let client = try daemon.client()
    var journey = Journey(from: position, seed: 16)
    var last: Int64 = 0
    var text: [UInt8] = []
    let readers = try Subscribers(subscribers, of: daemon.socketPath, topic: "likely")
    for _ in 0..<60 {
      text = []
      journey.drive(seconds: 60) {
        NMEAText.epoch($0, isWhole: false, to: &text)
        last = $0.milliseconds
      }
      try receiver.send(text)
      try daemon.wait(for: UTCTime(milliseconds: last), client)
      _ = try readers.settle(within: 0)
    }
    _ = try client.call(.search, ["query": "place number 77"])
    return (daemon.figures.residentMiB, daemon.figures.isStatic)
  }
}
