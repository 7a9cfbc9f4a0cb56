import Foundation
import JSON
import TestSupport

/// A real `placed-mqtt`.
final class BridgeProcess {
  let scratch: ScratchDirectory
  private(set) var program: SpawnedProgram
  private let arguments: [String]

  /// Starts it in `scratch`: its settings are `mqtt.conf`, its queue is in `state` there.
  init(
    in scratch: ScratchDirectory, settings: String, socket: String? = nil, state: String? = nil,
    arguments more: [String] = []
  ) throws {
    self.scratch = scratch
    _ = try scratch.write(settings, to: "mqtt.conf")
    arguments =
      [
        "--config", scratch.file("mqtt.conf"), "--socket", socket ?? scratch.file("s"),
        "--state", state ?? scratch.file("state"),
      ] + more
    program = try SpawnedProgram(BuiltProgram.path("placed-mqtt"), arguments)
  }

  /// Starts it again, after its end.
  func restart() throws {
    program = try SpawnedProgram(BuiltProgram.path("placed-mqtt"), arguments)
  }

  /// Ends it as systemd does; its exit status.
  @discardableResult
  func stop() throws -> Int32 {
    program.signal(SIGTERM)
    return try program.wait()
  }

  /// Ends it as a power cut does.
  func kill() throws {
    program.signal(SIGKILL)
    _ = try program.wait()
  }

  /// Waits until its journal has this.
  func wait(for text: String, within seconds: Double = 30) -> Bool {
    poll(within: seconds) { program.error.contains(text) }
  }
}
