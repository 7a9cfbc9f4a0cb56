import Configuration
import EventLoop
import Foundation
import Geography
import TestSupport
import Testing

@testable import FixSources

/// A recording of a real receiver that is played to a real gpsd.
struct GPSDRecording {
  let name: String
  let path: String

  /// Plays the recording through gpsd by a pty; the fixes that arrive.
  ///
  /// gpsd learns from timing as well, so lines come one after the other, the next when gpsd has had
  /// time for the one before.
  func play(on loop: EventLoop) throws -> [Fix] {
    let scratch = ScratchDirectory()
    let terminal = PseudoTerminal(link: scratch.file("gps"))
    let gpsd = try RealGPSD(devices: [scratch.file("gps")])
    let harness = SourceHarness(
      [.gpsd(host: "127.0.0.1", port: gpsd.port, device: nil)], staleAfter: 30, loop: loop)
    try #require(try harness.wait { harness.status?.state == .noFix })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var lines = bytes.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }[...]
    var quiet = 0
    let player = EventLoop.Repeating(loop, every: 0.004, 0) { (_: inout Int) in
      if let next = lines.popFirst() { terminal.send(Array(next) + [0x0A]) } else { quiet += 1 }
    }
    // Half a second without a line: gpsd has reported the last epoch.
    try harness.wait(seconds: 120) { quiet > 125 }
    _ = (player, gpsd)
    return harness.fixes
  }
}

/// The recordings whose expected output by this release is known.
enum GPSDRecordings {
  static func all() throws -> [GPSDRecording] {
    let folder = SharedData.path("data/gpsd/v322")
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter {
        $0.hasSuffix(".log") && FileManager.default.fileExists(atPath: "\(folder)/\($0).chk")
      }
      .map { GPSDRecording(name: String($0.dropLast(4)), path: "\(folder)/\($0)") }
  }
}
