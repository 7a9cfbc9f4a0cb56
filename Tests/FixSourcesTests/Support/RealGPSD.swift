import Foundation
import Glibc

/// Debian's gpsd as a process of its own, on a port of its own, fed by datagrams or a pty.
final class RealGPSD {
  private static let program = "/usr/sbin/gpsd"

  /// Whether gpsd is installed.
  static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

  let port: UInt16
  private let process = Process()

  /// Starts gpsd with `devices` and waits until it listens.
  init(port: UInt16 = LoopbackPort.free(), devices: [String]) throws {
    self.port = port
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["-N", "-n", "-b", "-S", String(port)] + devices
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date().addingTimeInterval(20)
    while !LoopbackPort.isOpen(port) {
      guard process.isRunning, Date() < deadline else { throw CocoaError(.fileReadUnknown) }
      usleep(20_000)
    }
  }

  deinit { kill() }

  /// Ends it without warning, and waits until it is gone.
  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Stops it where it is; it does not answer, and nothing is closed.
  func freeze() { Glibc.kill(process.processIdentifier, SIGSTOP) }

  /// Lets it go on.
  func thaw() { Glibc.kill(process.processIdentifier, SIGCONT) }
}

/// Datagrams to 127.0.0.1, as gpsd's `udp://` device takes them.
final class DatagramFeed {
  private let socket = Socket(type: SOCK_DGRAM)
  let port: UInt16

  init(port: UInt16 = LoopbackPort.free()) {
    self.port = port
    _ = socket.connect(to: port)
  }

  /// What gpsd calls the device.
  var device: String { "udp://127.0.0.1:\(port)" }

  func send(_ text: some StringProtocol) { socket.send(text) }
}
