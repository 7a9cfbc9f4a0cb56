import CTestSupport
import Geography
import Glibc
import JSON

/// A real `placed`, on a scratch folder of its own, that has said it is ready.
///
/// Its socket is `s`, its database `places.db`, its configuration `placed.conf` and what it writes to
/// standard error `log` in the folder. Stopped at the latest with the object.
public final class DaemonProcess {
  /// Why it is not running.
  public struct Failure: Error, CustomStringConvertible {
    /// Its exit status; nil where it did not end.
    public let status: CInt?
    /// What it wrote.
    public let log: String
    /// For the test's output.
    public var description: String { "placed did not start (status \(status ?? -1)): \(log)" }
  }

  /// The folder of its files.
  public let scratch: ScratchDirectory
  /// Its process.
  public private(set) var process: pid_t = -1
  private let manager: NotifySocket
  private var status: CInt?
  /// Everything it told its service manager so far.
  public var notifications: [String] { manager.all }
  /// How many of `notifications` `wait` has looked at.
  private var seen = 0
  private var lines: LineSocket?
  private var nextID = 1

  /// Starts it. `configuration`: the text of placed.conf. `listener`: a socket to pass as systemd does.
  public init(
    in scratch: ScratchDirectory = ScratchDirectory(), configuration: String = "",
    arguments: [String] = ["--source", "none"], environment: [String: String] = [:],
    listener: CInt = -1, waitsForReady: Bool = true
  ) throws {
    self.scratch = scratch
    // Other users may come as far as the socket.
    chmod(scratch.path, 0o711)
    guard let manager = NotifySocket(path: scratch.file("notify")) else {
      throw Failure(status: nil, log: "notify socket: errno \(errno)")
    }
    self.manager = manager
    _ = try scratch.write(configuration, to: "placed.conf")
    var words = ["placed", "--config", scratch.file("placed.conf")]
    words += ["--database", scratch.file("places.db")]
    if listener < 0 { words += ["--socket", scratch.file("s")] }
    words += arguments
    var variables = [
      "NOTIFY_SOCKET": scratch.file("notify"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
    ]
    variables.merge(BuiltProgram.environment) { $1 }
    if listener >= 0 { variables["LISTEN_FDS"] = "1" }
    variables.merge(environment) { $1 }
    process = Self.withStrings(words) { arguments in
      Self.withStrings(variables.map { "\($0.key)=\($0.value)" }) { environment in
        test_start(
          BuiltProgram.path("placed"), arguments, environment, scratch.file("log"), listener)
      }
    }
    guard process > 0 else { throw Failure(status: nil, log: "fork: errno \(errno)") }
    if waitsForReady {
      guard wait(for: { $0.contains("READY=1") }) else {
        throw Failure(status: exitStatus(within: 0), log: log)
      }
    }
  }

  deinit {
    if status == nil { kill() }
    manager.end()
  }

  private static func withStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = texts.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  // MARK: The service manager's side

  /// Waits until it tells its service manager what `condition` accepts; false when it ended or nothing
  /// came for `seconds`.
  public func wait(within seconds: Double = 30, for condition: (String) -> Bool) -> Bool {
    let end = Self.now + seconds
    while true {
      let hasEnded = exitStatus(within: 0) != nil
      let told = notifications
      while seen < told.count {
        seen += 1
        if condition(told[seen - 1]) { return true }
      }
      if hasEnded || Self.now >= end { return false }
      poll(nil, 0, 2)
    }
  }

  /// Seconds on the monotonic clock.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Its exit status, waited for; nil while it runs. A signal's number is negative.
  public func exitStatus(within seconds: Double = 20) -> CInt? {
    let end = Self.now + seconds
    while status == nil {
      var state: CInt = 0
      if waitpid(process, &state, WNOHANG) == process {
        status = state & 0x7F == 0 ? state >> 8 & 0xFF : -(state & 0x7F)
      } else if Self.now >= end {
        return nil
      } else {
        poll(nil, 0, 5)
      }
    }
    return status
  }

  /// Sends it a signal.
  public func signal(_ number: CInt) { Glibc.kill(process, number) }

  /// Stops it as systemd does; its exit status.
  @discardableResult
  public func stop() -> CInt? {
    lines = nil
    signal(SIGTERM)
    return exitStatus()
  }

  /// Kills it as a power cut does.
  public func kill() {
    lines = nil
    signal(SIGKILL)
    _ = exitStatus()
  }

  /// What it wrote to standard output and standard error.
  public var log: String {
    guard let file = fopen(scratch.file("log"), "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: A client

  /// Another connection to its socket.
  public func connect() throws -> LineSocket {
    guard let socket = LineSocket(path: scratch.file("s")) else {
      throw Failure(status: exitStatus(within: 0), log: "connect: errno \(errno); \(log)")
    }
    return socket
  }

  /// Another connection, as another user; the test runs as root.
  public func connect(
    as user: UInt32, group: UInt32? = nil, groups: [UInt32] = [], socket: String = "s"
  ) throws -> LineSocket {
    let descriptor = test_connect_as(
      scratch.file(socket), user, group ?? user, groups, groups.count)
    guard descriptor >= 0 else {
      throw Failure(status: nil, log: "connect as \(user): errno \(errno)")
    }
    return LineSocket(descriptor: descriptor)
  }

  /// Calls a method on a connection that is kept; the answer whole, with `result` or `error`.
  public func call(_ method: String, _ params: JSONValue? = nil) throws -> JSONValue {
    let socket = try lines ?? connect()
    lines = socket
    nextID += 1
    return try socket.call(method, params, id: nextID)
  }

  /// Calls a method that must succeed; its result.
  public func result(_ method: String, _ params: JSONValue? = nil) throws -> JSONValue {
    let answer = try call(method, params)
    guard let result = answer["result"] else {
      throw Failure(status: nil, log: "\(method): \(answer)")
    }
    return result
  }
}

extension DaemonProcess {
  /// Waits until it has taken everything that a receiver said before `time`.
  public func waitForFixes(before time: UTCTime) throws {
    let last = time.advanced(bySeconds: -1).description
    let end = Self.now + 60
    while try call("fix")["result"]?["fix"]?["time"]?.string != last {
      guard Self.now < end else {
        throw Failure(status: exitStatus(within: 0), log: "the fixes before \(time) were not taken")
      }
    }
  }
}

extension LineSocket {
  /// Calls a method; the answer whole, with `result` or `error`. Notifications before it are dropped.
  public func call(
    _ method: String, _ params: JSONValue? = nil, id: Int = 1
  ) throws -> JSONValue {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      writer.member("id", id)
      writer.member("method", method)
      if let params {
        writer.key("params")
        writer.value(params)
      }
    }
    send(line: String(decoding: writer.bytes, as: UTF8.self))
    while let line = line() {
      let message = try JSONValue(parsing: line.utf8)
      if message["id"]?.int == id { return message }
    }
    throw DaemonProcess.Failure(status: nil, log: "no answer to \(method)")
  }

  /// The params of the next notification about `topic`, others dropped; nil at the end of the stream.
  public func notification(_ topic: String, within seconds: Double = 20) throws -> JSONValue? {
    while let line = line(within: seconds) {
      let message = try JSONValue(parsing: line.utf8)
      if message["method"]?.string == topic { return message["params"] }
    }
    return nil
  }
}
