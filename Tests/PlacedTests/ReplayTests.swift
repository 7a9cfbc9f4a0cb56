import Foundation
import Geography
import JSON
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("placed --replay")
struct ReplayTests {
  private func replay(_ text: String, _ arguments: [String] = []) throws -> [JSONValue] {
    let scratch = ScratchDirectory()
    let path = try scratch.write(text, to: "r.nmea")
    let run = try ProgramRun(
      BuiltProgram.path("placed"),
      ["--replay", path, "--database", scratch.file("none.db")] + arguments)
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("none.db")))
    return try run.output.split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }
  }

  @Test("It prints whole notifications, one a line, of the topics asked for")
  func topics() throws {
    let drive = Recordings.drive(from: at(60.17, 24.94), seconds: 30)
    let fixes = try replay(drive, ["--events", "fix"])
    #expect(fixes.count == 30)
    #expect(fixes.enumerated().allSatisfy { $1["params"]?["seq"]?.int == $0 + 1 })
    #expect(fixes.allSatisfy { $0["jsonrpc"] == "2.0" && $0["method"] == "fix" })
    let rest = try replay(drive)
    #expect(!rest.isEmpty && rest.allSatisfy { $0["method"] != "fix" })
  }

  @Test("The same recording says the same, under any name and from standard input")
  func repeatable() throws {
    let drive = Recordings.drive(from: at(60.17, 24.94), seconds: 100)
    let scratch = ScratchDirectory()
    let path = try scratch.write(drive, to: "other-name")
    let named = try ProgramRun(
      BuiltProgram.path("placed"), ["--replay", path, "--database", scratch.file("n.db")])
    let piped = try ProgramRun(
      BuiltProgram.path("placed"), ["--replay", "-", "--database", scratch.file("n.db")],
      input: drive)
    #expect(named.status == 0 && named.output == piped.output && !named.output.isEmpty)
  }

  @Test("What happened says when, when that was known, and has a number that stays")
  func events() throws {
    let scratch = ScratchDirectory()
    let home = at(60.17, 24.94)
    let store = try PlaceStore(path: scratch.file("places.db"))
    for (name, position) in [("Home", home), ("Bend", home.moved(450, towards: 90))] {
      _ = try store.add(PlaceDraft(name: name, position: position, radiusMeters: 40))
    }
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 200)
    text += vehicle.drive(900, towards: 90)
    let path = try scratch.write(text + vehicle.stand(200), to: "drive.nmea")
    func events() throws -> [JSONValue] {
      let run = try ProgramRun(
        BuiltProgram.path("placed"),
        [
          "--replay", path, "--database", scratch.file("places.db"), "--events",
          "arrived,departed,passed,current",
        ])
      #expect(run.status == 0 && run.error == "", "\(run.error)")
      return try run.output.split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }
    }
    let told = try events()
    #expect(Set(told.map { $0["method"]?.string }) == ["arrived", "departed", "passed", "current"])
    for event in told {
      let params = event["params"]
      #expect(params?["id"]?.int != nil && params?["inferred"]?.bool == false, "\(event)")
      for name in ["time", "reported_at"] {
        #expect(params?[name]?.string.flatMap { UTCTime($0) } != nil, "\(event)")
      }
    }
    #expect(Set(told.map { $0["params"]?["id"]?.int }).count == told.count)
    #expect(try events() == told)
  }

  @Test("The database is read and not written")
  func database() throws {
    let scratch = ScratchDirectory()
    let daemon = try DaemonProcess(in: scratch)
    _ = try daemon.result(
      "place.add", ["name": "Start", "lat": 60.17, "lon": 24.94, "radius_m": 30])
    daemon.stop()
    let path = scratch.file("places.db")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let drive = try scratch.write(
      Recordings.drive(from: at(60.17, 24.94), seconds: 20), to: "d.nmea")
    let run = try ProgramRun(
      BuiltProgram.path("placed"), ["--replay", drive, "--database", path, "--events", "likely"])
    let lines = try run.output.split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }
    #expect(lines.first?["params"]?["places"]?.array?.first?["name"] == "Start")
    // 300 m, published each 50 m, at 15 m a second.
    #expect((4...7).contains(lines.count))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test("A recording that is not there, or is none, is an error")
  func bad() throws {
    let scratch = ScratchDirectory()
    let noise = try scratch.write(String(repeating: "not a recording\n", count: 500), to: "noise")
    for path in [scratch.file("missing"), noise, scratch.path] {
      let run = try ProgramRun(
        BuiltProgram.path("placed"), ["--replay", path, "--database", scratch.file("n.db")])
      #expect(run.status == 1 && run.error.contains(path) && run.output == "", "\(run.error)")
    }
  }

  @Test("A reader that goes away ends it quietly")
  func closedPipe() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write(
      Recordings.drive(from: at(60.17, 24.94), seconds: 2000), to: "d.nmea")
    let run = try ProgramRun(
      "/bin/sh",
      [
        "-c",
        "(\(BuiltProgram.path("placed")) --replay \(path) --events fix --database \(scratch.file("n.db")); echo $? >&2) | head -n 1",
      ])
    #expect(run.error == "0\n" && run.output.hasPrefix("{"))
  }
}
