import Geography
import Glibc

/// An event on its way from the receiver to the last of a thousand subscribers, ten of which read
/// nothing.
enum FanOutSection: Section {
  static let name = "fan-out"
  private static let many = 1000
  private static let stuck = 10
  /// Until the sockets of those who do not read are full.
  private static let warmUp = 200
  private static let events = 200

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let table = try bench.table(bench.fewPlaces)
    let one = try measure(bench, table, subscribers: 1, stuck: 0)
    let all = try measure(bench, table, subscribers: many - stuck, stuck: stuck)
    report.add(name, "one subscriber, p50", one.times.percentile(0.5) * 1e3, "ms")
    report.add(name, "one subscriber, p99", one.times.percentile(0.99) * 1e3, "ms")
    report.add(
      name, "the last of \(many), \(stuck) stuck, p50", all.times.percentile(0.5) * 1e3, "ms")
    report.add(
      name, "the last of \(many), \(stuck) stuck, p99", all.times.percentile(0.99) * 1e3, "ms",
      .atMost(20), isAbsolute: true)
    report.add(
      name, "memory more than with one", all.residentMiB - one.residentMiB, "MiB", .atMost(16))
  }

  private static func measure(
    _ bench: Workbench, _ table: SampleTable, subscribers: Int, stuck: Int
  ) throws -> (times: Durations, residentMiB: Double) {
    let receiver = try ReceiverStream()
    let daemon = try ServedDaemon(
      folder: bench.folder, database: table.path, source: "tcp://127.0.0.1:\(receiver.port)")
    var journey = Journey(from: table.cityPositions[0], seed: 11)
    func epoch() -> [UInt8] {
      var text: [UInt8] = []
      NMEAText.epoch(journey.next(speed: 14), isWhole: false, to: &text)
      return text
    }
    let client = try daemon.client()
    let last = journey.next(speed: 14)
    var text: [UInt8] = []
    NMEAText.epoch(last, isWhole: false, to: &text)
    try receiver.send(text)
    try daemon.wait(for: UTCTime(milliseconds: last.milliseconds), client)

    let silent = try Subscribers(
      stuck, of: daemon.socketPath, topic: "fix", reads: false)
    let readers = try Subscribers(subscribers, of: daemon.socketPath, topic: "fix")
    var times = Durations()
    var lines = try readers.settle(within: 200)
    // An epoch ends with the first sentence of the next one; without it, only after a pause.
    try receiver.send(epoch())
    for index in 0..<warmUp + events {
      let text = epoch()
      lines += 1
      let seconds = try Stopwatch.seconds {
        try receiver.send(text)
        try readers.wait(forLines: lines)
      }
      if index >= warmUp { times.add(seconds) }
    }
    let resident = daemon.figures.residentMiB
    withExtendedLifetime(silent) {}
    return (times, resident)
  }
}
