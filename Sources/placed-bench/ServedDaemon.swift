import Geography
import Glibc
import JSON
import PlaceClient
import PlaceProtocol

/// A real `placed` with a socket, started from this build and stopped with the object.
final class ServedDaemon {
  let socketPath: String
  let process: pid_t
  /// Seconds from its start to READY.
  let readySeconds: Double

  var figures: ProcessFigures { ProcessFigures(process) }

  init(folder: String, database: String, source: String = "none") throws {
    socketPath = folder + "/s"
    let configuration = folder + "/placed.conf"
    Folder.write(Array("[filter]\ndistance = 50 m\n".utf8), to: configuration)
    let notify = try Self.notifySocket(folder + "/n")
    defer { close(notify) }
    let start = Stopwatch.now
    process = try Program.start(
      [
        try Program.ours("placed"), "--config", configuration, "--database", database, "--socket",
        socketPath, "--source", source,
      ], environment: ["NOTIFY_SOCKET=\(folder)/n"], errors: folder + "/log")
    readySeconds = try Self.waitForReady(notify, since: start)
  }

  deinit {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  private static func notifySocket(_ path: String) throws -> Int32 {
    unlink(path)
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard UnixAddress.with(path, { bind(descriptor, $0, $1) }) == 0 else {
      throw BenchError("no socket at '\(path)'")
    }
    return descriptor
  }

  private static func waitForReady(_ notify: Int32, since start: Double) throws -> Double {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while Stopwatch.now < start + 60 {
      var entry = pollfd(fd: notify, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 100) == 1 else { continue }
      let count = recv(notify, &buffer, buffer.count, 0)
      let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      if text.contains("READY=1") { return Stopwatch.now - start }
    }
    throw BenchError("placed did not become ready")
  }

  func client() throws -> PlaceClient { try PlaceClient(SocketPath(named: socketPath)) }

  /// Waits until the daemon has taken the report of this time over.
  func wait(for time: UTCTime, _ client: PlaceClient) throws {
    let deadline = Stopwatch.now + 60
    while Stopwatch.now < deadline {
      if let answer = try? client.call(.fix),
        answer["fix"]?["time"]?.string == time.description
      {
        return
      }
      usleep(2000)
    }
    throw BenchError("placed did not take a report over")
  }
}
