import Foundation
import Geography
import JSON
import TestSupport

/// A real daemon that hears a receiver on UDP, and a real `placed-web` beside it.
final class WebSite {
  let daemon: DaemonProcess
  let receiver: Receiver
  let web: SpawnedProgram
  private(set) var port = 0
  private(set) var token = ""
  let tokenPath: String
  private var scratch: ScratchDirectory { daemon.scratch }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts both and waits until the page is served.
  ///
  /// - Parameters:
  ///   - places: GeoJSON to import first.
  ///   - user: Whom `placed-web` runs as, for tests that run as root; nil for the tests' own user.
  ///   - time: What the receiver's clock shows at first.
  init(
    configuration: String = "", web settings: String = "", places: String? = nil,
    arguments: [String] = [], user: UInt32? = nil,
    startingAt time: UTCTime = UTCTime("2026-05-04T07:30:00Z")!
  ) throws {
    receiver = Receiver(at: time)
    let scratch = ScratchDirectory()
    if let places {
      let file = try scratch.write(places, to: "places.geojson")
      let run = try ProgramRun(
        BuiltProgram.path("placectl"),
        ["import", file, "--database", scratch.file("places.db"), "--source-name", "test"])
      guard run.status == 0 else { throw Failure(description: run.error) }
    }
    daemon = try DaemonProcess(
      in: scratch, configuration: configuration,
      arguments: ["--source", "udp://127.0.0.1:\(receiver.port)"])
    let config = try scratch.write(settings, to: "placed-web.conf")
    tokenPath = scratch.file("web/token")
    mkdir(scratch.file("web"), 0o755)
    let words =
      [
        "--config", config, "--socket", scratch.file("s"), "--token-file", tokenPath,
        "--page", Checkout.path("web"), "--listen", "127.0.0.1:0",
      ] + arguments
    if let user {
      chown(scratch.file("web"), user, user)
      chmod(config, 0o644)
      web = try SpawnedProgram(
        "/usr/bin/setpriv",
        ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", BuiltProgram.path("placed-web")]
          + words)
    } else {
      web = try SpawnedProgram(BuiltProgram.path("placed-web"), words)
    }
    try waitUntilServed()
  }

  private func waitUntilServed() throws {
    let mark = "the page is at http://127.0.0.1:"
    try wait("placed-web serves") {
      web.error.contains("connected to placed") || web.error.contains("not connected")
    }
    guard let start = web.error.range(of: mark)?.upperBound else {
      throw Failure(description: web.error)
    }
    port = Int(web.error[start...].prefix { $0.isNumber }) ?? 0
    token = try String(contentsOfFile: tokenPath, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What both wrote, for failures.
  var log: String { web.error + daemon.log }

  /// The address that opens the page.
  func address(_ query: String = "") -> String {
    "http://127.0.0.1:\(port)/?token=\(token)\(query)"
  }

  /// A request with the token.
  func get(_ path: String, headers: [String: String] = [:]) throws -> HTTPReply {
    try HTTPReply(
      port: port, "GET", path, headers: ["Authorization": "Bearer \(token)"].merging(headers) { $1 }
    )
  }

  /// A `POST` with the token and a JSON body.
  func post(_ path: String, _ body: String, headers: [String: String] = [:]) throws -> HTTPReply {
    let usual = ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
    return try HTTPReply(
      port: port, "POST", path, headers: usual.merging(headers) { $1 }, body: body)
  }

  /// Another daemon in the place of the one that was stopped, on the same files.
  func restartDaemon() throws -> DaemonProcess {
    try DaemonProcess(
      in: scratch, arguments: ["--source", "udp://127.0.0.1:\(receiver.port)"])
  }

  /// What `placectl` answers, as JSON.
  func placectl(_ words: [String]) throws -> JSONValue {
    let run = try ProgramRun(
      BuiltProgram.path("placectl"), words + ["--json", "--socket", scratch.file("s")])
    return try JSONValue(parsing: run.output.utf8)
  }
}

/// Waits until `condition` holds, `seconds` at most.
func wait(_ what: String, seconds: Double = 30, until condition: () throws -> Bool) throws {
  let end = DaemonProcess.now + seconds
  while try !condition() {
    guard DaemonProcess.now < end else {
      throw WebSite.Failure(description: "not in time: \(what)")
    }
    poll(nil, 0, 20)
  }
}

/// A GPS receiver on the local network, which sends what a test tells it to.
final class Receiver {
  private let descriptor: Int32
  /// The port that it sends to.
  let port: Int
  /// Its clock, one second on with each fix.
  private(set) var time: UTCTime

  init(at time: UTCTime) {
    self.time = time
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // A port that was free a moment ago.
    let probe = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = Self.loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(probe, $0, length)
        getsockname(probe, $0, &length)
      }
      return Int(UInt16(bigEndian: pointer.pointee.sin_port))
    }
    close(probe)
  }

  deinit { close(descriptor) }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Lets time pass without a fix.
  func pause(seconds: Double) { time = time.advanced(bySeconds: seconds) }

  /// Sends one fix, a second after the last.
  func send(_ position: Coordinate, metersPerSecond: Double = 0) {
    let text = Recordings.epoch(time, position, knots: metersPerSecond / 0.514444)
    time = time.advanced(bySeconds: 1)
    var address = Self.loopback(port: port)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(
          descriptor, text, text.utf8.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
