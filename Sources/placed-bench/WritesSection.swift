import Geography
import Glibc
import PlaceClient

/// Bytes that the daemon causes to be written, as the kernel counts them: pages of 4 KiB. What the file
/// system adds to each synced page, such as ext4 the file's inode, is measured first and allowed for.
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

    let added = addedBySync(bench) / 1024
    report.add(name, "what the file system adds to a synced page", added, "KiB")
    _ = try written { try $0.drive(seconds: 900, $1) }
    _ = try written { try $0.park(seconds: 1200, $1) }
    guard try visits(client) == 1 else { throw BenchError("the arrival was not seen") }
    let parked = try written { try $0.park(seconds: 3600, $1) }
    report.add(name, "one hour parked", parked, "bytes", .atMost(0))
    _ = try written { try $0.drive(seconds: 900, $1) }
    let driving = try written { try $0.drive(seconds: 3600, $1) }
    report.add(
      name, "one hour of driving, 20 halts", driving / 1024, "KiB",
      .atMost(60 * (4 + added)))
    report.add(name, "a halt", driving / 20 / 1024, "KiB", .atMost(4 + added))
    let before = try visits(client)
    var bytes = 0.0
    for _ in 0..<10 {
      bytes += try written { try $0.park(seconds: 900, $1) }
      bytes += try written { try $0.drive(seconds: 80, $1) }
    }
    let count = try visits(client) - before
    guard count == 10 else { throw BenchError("\(count) of 10 visits were seen") }
    // A provisional stop, the arrival, the departure.
    report.add(
      name, "a visit, from halt to departure", bytes / 10 / 1024, "KiB",
      .atMost(4 + 24 + 3 * added))
  }

  private static func addedBySync(_ bench: Workbench) -> Double {
    let file = open(bench.file("page"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let page = [UInt8](repeating: 1, count: 4096)
    pwrite(file, page, page.count, 0)
    fsync(file)
    // The next time stamp that differs.
    usleep(20_000)
    let before = ProcessFigures.own.writtenBytes
    pwrite(file, page, page.count, 0)
    fdatasync(file)
    return max(0, ProcessFigures.own.writtenBytes - before - 4096)
  }

  private static func visits(_ client: PlaceClient) throws -> Int {
    try client.call(.visits, ["limit": 200])["visits"]?.array?.count ?? 0
  }
}
