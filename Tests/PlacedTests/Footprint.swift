import Foundation
import TestSupport

/// What a daemon has of the machine.
struct Footprint {
  let residentKibibytes: Int
  let descriptors: Int

  init(of daemon: DaemonProcess) throws {
    let folder = "/proc/\(daemon.process)"
    let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    residentKibibytes = Int(line?.split(separator: " ").dropLast().last ?? "") ?? 0
    descriptors = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count
  }
}
