import Foundation
import TestSupport

/// A real mosquitto on a free port, with what it keeps in a scratch folder. It can be killed and
/// started again on the same port with the same data.
final class Broker {
  static let program = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static let isInstalled = program != nil && ProgramRun.find("mosquitto_sub") != nil

  enum Security {
    case none
    /// User `van` with this password.
    case password(String)
    /// A certificate for `localhost` by this authority.
    case tls(TestAuthority)
  }

  let scratch = ScratchDirectory()
  let port: Int
  private let security: Security
  private var process: SpawnedProgram?

  init(_ security: Security = .none, starts: Bool = true) throws {
    self.security = security
    port = try FreePort.take()
    // Run as root it would give up its rights, and not reach the folder.
    var lines = [
      "listener \(port) 127.0.0.1", "user root", "persistence true",
      "persistence_location \(scratch.path)/", "autosave_interval 1", "autosave_on_changes true",
      "max_queued_messages 0", "log_type all",
    ]
    switch security {
    case .none: lines.append("allow_anonymous true")
    case .password(let password):
      let file = scratch.file("passwords")
      let made = try ProgramRun("/usr/bin/mosquitto_passwd", ["-b", "-c", file, "van", password])
      precondition(made.status == 0, made.error)
      lines += ["allow_anonymous false", "password_file \(file)"]
    case .tls(let authority):
      lines += [
        "allow_anonymous true", "cafile \(authority.certificate)",
        "certfile \(authority.serverCertificate)", "keyfile \(authority.serverKey)",
      ]
    }
    _ = try scratch.write(lines.joined(separator: "\n") + "\n", to: "mosquitto.conf")
    if starts { try start() }
  }

  /// Starts it, and waits until it listens.
  func start() throws {
    process = try SpawnedProgram(Self.program ?? "", ["-c", scratch.file("mosquitto.conf")])
    let isListening = poll { FreePort.isListening(port) }
    precondition(isListening, process?.error ?? "")
  }

  /// Ends it as a power cut does, a second after its last save at the latest.
  func kill() throws {
    process?.signal(SIGKILL)
    _ = try process?.wait()
    process = nil
  }

  /// Ends it.
  func stop() throws {
    process?.signal(SIGTERM)
    _ = try process?.wait()
    process = nil
  }

  /// What it logged since it was last started.
  var log: String { (process?.error ?? "") + (process?.output ?? "") }

  /// The settings of a bridge to it.
  var settings: String {
    var lines = ["[broker]", "host = localhost", "port = \(port)"]
    if case .password = security { lines += ["user = van"] }
    if case .tls(let authority) = security {
      lines += ["[tls]", "enabled = yes", "ca_file = \(authority.certificate)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The options of mosquitto_pub and mosquitto_sub.
  var clientOptions: [String] {
    switch security {
    case .none: ["-p", String(port)]
    case .password(let password): ["-p", String(port), "-u", "van", "-P", password]
    case .tls(let authority):
      ["-h", "localhost", "-p", String(port), "--cafile", authority.certificate]
    }
  }

  /// Publishes as another client does.
  func publish(_ topic: String, _ payload: String, isRetained: Bool = false) throws {
    let run = try ProgramRun(
      "/usr/bin/mosquitto_pub",
      clientOptions + ["-q", "1", "-t", topic, "-m", payload] + (isRetained ? ["-r"] : []))
    precondition(run.status == 0, run.error)
  }
}

/// Tries `condition` until it holds, for `seconds` at most; whether it came to hold.
func poll(within seconds: Double = 30, _ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Date(timeIntervalSinceNow: seconds)
  while true {
    if try condition() { return true }
    if deadline.timeIntervalSinceNow < 0 { return false }
    usleep(10_000)
  }
}
