import Geography
import Glibc
import PlaceClient

/// The daemon on a 10 Hz receiver behind gpsd, against gpsd's own processor time for it.
enum ReceiverSection: Section {
  static let name = "receiver"

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    guard bench.options.withPeers else { return }
    guard let gpsd = Program.installed("gpsd") else {
      return report.note("gpsd is not installed: the daemon is compared with nothing")
    }
    let table = try bench.table(bench.replayPlaces)
    let (port, input) = (try freePort(SOCK_STREAM), try freePort(SOCK_DGRAM))
    let process = try Program.start(
      [gpsd, "-N", "-n", "-S", "\(port)", "udp://127.0.0.1:\(input)"])
    defer {
      kill(process, SIGTERM)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    let daemon = try ServedDaemon(
      folder: bench.folder, database: table.path, source: "gpsd://127.0.0.1:\(port)")
    let client = try daemon.client()
    var journey = Journey(
      from: table.cityPositions[5], seed: 17, reportsPerSecond: 10, start: Int64(time(nil)) * 1000)
    let sender = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(sender) }
    func feed(seconds: Int) {
      var next = Stopwatch.now
      journey.drive(seconds: seconds) { point in
        var text: [UInt8] = []
        NMEAText.epoch(point, isWhole: true, to: &text)
        send(text, to: input, from: sender)
        next += 0.1
        usleep(UInt32(max(0, next - Stopwatch.now) * 1e6))
      }
    }
    // Until gpsd knows its receiver and the daemon has a fix.
    let deadline = Stopwatch.now + 30
    repeat { feed(seconds: 1) } while (try? client.call(.fix)) == nil && Stopwatch.now < deadline
    let gpsdFigures = ProcessFigures(process)
    let (before, beforeGPSD) = (daemon.figures.cpuSeconds, gpsdFigures.cpuSeconds)
    feed(seconds: bench.options.isFull ? 60 : 20)
    let ours = daemon.figures.cpuSeconds - before
    let theirs = gpsdFigures.cpuSeconds - beforeGPSD
    guard (try? client.call(.fix)) != nil else { throw BenchError("no fix came through gpsd") }
    let fixes = Double(bench.options.isFull ? 600 : 200)
    report.add(name, "10 Hz through gpsd, a fix", ours / fixes * 1e6, "µs of processor time")
    report.add(name, "gpsd itself, a fix", theirs / fixes * 1e6, "µs of processor time")
    report.add(name, "against gpsd", ours / theirs, "×", .atMost(0.7))
  }

  private static func send(_ bytes: [UInt8], to port: UInt16, from descriptor: Int32) {
    loopback(port) {
      _ = sendto(descriptor, bytes, bytes.count, 0, $0, $1)
    }
  }

  private static func loopback<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// A port that nobody uses at present.
  private static func freePort(_ type: __socket_type) throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
    defer { close(descriptor) }
    guard loopback(0, { bind(descriptor, $0, $1) }) == 0 else { throw BenchError("no port") }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
