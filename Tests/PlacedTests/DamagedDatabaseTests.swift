import Foundation
import JSON
import TestSupport
import Testing

@Suite("placed: a damaged database")
struct DamagedDatabaseTests {
  private func health(_ daemon: DaemonProcess) throws -> [String] {
    try daemon.result("status")["health"]?.array?.compactMap { $0["code"]?.string } ?? []
  }

  private func aside(_ scratch: ScratchDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path)
      .filter {
        $0.hasPrefix("places.db.damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
      }
  }

  @Test("One that was cut short is kept aside; the service goes on with what can be read")
  func truncated() throws {
    let scratch = ScratchDirectory()
    let path = scratch.file("places.db")
    let first = try DaemonProcess(in: scratch)
    for index in 1...300 {
      _ = try first.result(
        "place.add",
        ["name": .string("Depot \(index)"), "lat": 60, "lon": .number(Double(index) / 10)])
    }
    first.stop()
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    truncate(path, off_t(size * 2 / 3 / 4096 * 4096))
    let cut = try Data(contentsOf: URL(fileURLWithPath: path))

    let second = try DaemonProcess(in: scratch)
    #expect(try health(second).contains("database_rescued"))
    let kept = try aside(scratch)
    #expect(kept.count == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file(kept[0]))) == cut)
    let id = try #require(
      try second.result("place.add", ["name": "New", "lat": 1, "lon": 1])["id"]?.int)
    #expect(id > 300, "a number is given twice")
    _ = try second.result("select", ["place": .integer(Int64(id))])
    second.stop()

    let third = try DaemonProcess(in: scratch)
    #expect(try !health(third).contains("database_rescued"))
    #expect(try third.result("selected")["selected"]?["place"]?["name"]?.string == "New")
    #expect(try aside(scratch).count == 1)
    third.stop()
  }

  @Test("What is no database of ours is never touched, and detection goes on")
  func foreign() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write("dear diary", to: "places.db")
    let daemon = try DaemonProcess(in: scratch)
    #expect(try health(daemon).contains("database"))
    #expect(try daemon.call("place.add", ["name": "X", "lat": 1, "lon": 1])["error"] != nil)
    daemon.stop()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "dear diary")
    #expect(try aside(scratch) == [])
  }
}
