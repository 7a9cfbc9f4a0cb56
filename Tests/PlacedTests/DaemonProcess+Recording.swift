import Foundation
import JSON
import TestSupport

/// A recording that was not read to its end in time.
struct RecordingGoesOn: Error {
  let log: String
}

extension DaemonProcess {
  /// A daemon whose source is a recording, when it has read all of it.
  convenience init(
    playing epochs: some Sequence<String>, in scratch: ScratchDirectory, speed: String = "max",
    configuration: String = ""
  ) throws {
    let path = try scratch.write(epochs.joined(), to: "piece.nmea")
    try self.init(
      in: scratch, configuration: configuration,
      arguments: ["--source", "file:\(path)?speed=\(speed)"])
    let end = Self.now + 60
    while try result("status")["source"]?["reason"]?.string?.hasSuffix("is over") != true {
      guard Self.now < end else {
        throw RecordingGoesOn(log: log)
      }
      poll(nil, 0, 10)
    }
  }

  /// The newest visits, whole.
  func visits() throws -> [JSONValue] {
    try result("visits", ["limit": 200])["visits"]?.array ?? []
  }
}
