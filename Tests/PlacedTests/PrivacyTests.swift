import Foundation
import JSON
import TestSupport
import Testing

@Suite("placed: privacy")
struct PrivacyTests {
  @Test("No coordinate and no place name is in the journal or the status text, at any level")
  func journal() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write(
      Recordings.drive(from: at(61.234567, 24.765432), seconds: 300), to: "drive.nmea")
    let daemon = try DaemonProcess(
      in: scratch, configuration: "[access]\nprecise = *\nmanage = *\n",
      arguments: ["--source", "file:\(path)?speed=max", "--log-level", "debug"])
    let id = try #require(
      try daemon.result(
        "place.add",
        ["name": "Zanzibar Lounge", "lat": 61.234567, "lon": 24.765432, "radius_m": 50])["id"])
    _ = try daemon.result("select", ["place": id])
    _ = try daemon.call("select", ["name": "Zanzibar Loung"])
    _ = try daemon.call("search", ["query": "Zanzibar", "at": ["lat": 61.234567, "lon": 24.7]])
    _ = try daemon.call("place.update", ["id": id, "lat": 99])
    _ = try daemon.call("confirm", ["place": id, "at": ["lat": 61.234567, "lon": 24.765432]])
    _ = try daemon.call("Zanzibar 61.234567")
    _ = try daemon.scratch.write(
      "[places]\ndefault_location = 61.234567,24.765432,1\n", to: "x.conf")
    _ = try daemon.result("forget", ["all": true])
    daemon.stop()
    let told = daemon.log + daemon.notifications.joined()
    #expect(!told.isEmpty)
    for secret in ["61.2", "24.7", "6114.07", "02445.9", "Zanzibar", "Lounge"] {
      #expect(!told.contains(secret), "\(told)")
    }
  }
}
