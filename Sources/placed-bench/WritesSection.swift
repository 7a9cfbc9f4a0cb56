import Geography
import Glibc
import PlaceClient

/// Bytes that the daemon causes to be written, as the kernel counts them: pages of 4 KiB.
enum WritesSection: Section {
  static let name = "writes"

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    let table = try bench.table(bench.fewPlaces)
    let receiver = try ReceiverStream()
    let daemon = try ServedDaemon(
      folder: bench.folder, database: table.path, source: "tcp://127.0.0.1:\(receiver.port)")
    let client = try daemon.client()
    var journey = Journey(from: table.cityPositions[1], seed: 12)

    /// The bytes written during a part of the journey.
    func written(_ part: (inout Journey, (Journey.Point) throws -> Void) throws -> Void) throws
      -> Double
    {
      let before = daemon.figures.writtenBytes
      var last: Int64 = 0
      var text: [UInt8] = []
      try part(&journey) { point in
        NMEAText.epoch(point, isWhole: false, to: &text)
        last = point.milliseconds
        if text.count > 16_384 {
          try receiver.send(text)
          text = []
        }
      }
      try receiver.send(text)
      try daemon.wait(for: UTCTime(milliseconds: last), client)
      return daemon.figures.writtenBytes - before
    }

    _ = try written { try $0.drive(seconds: 900, $1) }
    _ = try written { try $0.park(seconds: 1200, $1) }
    guard try visits(client) == 1 else { throw BenchError("the arrival was not seen") }
    let parked = try written { try $0.park(seconds: 3600, $1) }
    report.add(name, "one hour parked", parked, "bytes", .atMost(0))
    _ = try written { try $0.drive(seconds: 900, $1) }
    let driving = try written { try $0.drive(seconds: 3600, $1) }
    report.add(
      name, "one hour of driving, 20 halts", driving / 1024, "KiB", .atMost(240))
    report.add(name, "a halt", driving / 20 / 1024, "KiB", .atMost(4))
    let before = try visits(client)
    var bytes = 0.0
    for _ in 0..<10 {
      bytes += try written { try $0.park(seconds: 900, $1) }
      bytes += try written { try $0.drive(seconds: 80, $1) }
    }
    let count = try visits(client) - before
    guard count == 10 else { throw BenchError("\(count) of 10 visits were seen") }
    report.add(name, "a visit, from arrival to departure", bytes / 10 / 1024, "KiB", .atMost(24))
  }

  private static func visits(_ client: PlaceClient) throws -> Int {
    try client.call(.visits, ["limit": 200])["visits"]?.array?.count ?? 0
  }
}
