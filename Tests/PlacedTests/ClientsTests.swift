import Foundation
import Geography
import JSON
import TestSupport
import Testing

@Suite("docs/clients")
struct ClientsTests {
  @Test(
    "The example subscribers print the arrival and the departure of a drive",
    arguments: [
      ("subscribe.sh", ["/bin/sh", "socat", "jq"]), ("subscribe.py", ["python3"]),
      ("subscribe.js", ["node"]),
    ])
  func subscribers(script: String, needs: [String]) throws {
    // Said, not failed, where the interpreter is not installed.
    guard needs.allSatisfy({ $0.hasPrefix("/") || ProgramRun.find($0) != nil }) else { return }
    let scratch = ScratchDirectory()
    let (cafe, corner) = (at(60.17, 24.94), at(60.164, 24.94))
    var time = UTCTime("2026-05-04T07:30:00Z")!
    var text = ""
    for second in 0..<400 {
      let position =
        second < 50
        ? corner.moved(Double(second) * 13, towards: 0)
        : second < 300 ? cafe : cafe.moved(Double(second - 300) * 13, towards: 90)
      text += Recordings.epoch(time, position, knots: second < 50 || second >= 300 ? 25 : 0)
      time = time.advanced(bySeconds: 1)
    }
    let path = try scratch.write(text, to: "drive.nmea")
    let first = try DaemonProcess(
      in: scratch, configuration: "[source]\nurl = none\n", arguments: [])
    _ = try first.result(
      "place.add", ["name": "Kahvila", "lat": 60.17, "lon": 24.94, "radius_m": 30])
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: try #require(
        needs[0].hasPrefix("/") ? needs[0] : ProgramRun.find(needs[0])))
    process.arguments = [Checkout.path("docs/clients/" + script), scratch.file("s")]
    _ = try scratch.write("", to: "out")
    process.standardOutput = FileHandle(forWritingAtPath: scratch.file("out"))
    // Kept open and silent, as a terminal is.
    process.standardInput = Pipe()
    try process.run()
    // SIGTERM it may have inherited as blocked.
    defer { kill(process.processIdentifier, SIGKILL) }
    let end = DaemonProcess.now + 20
    while try first.result("status")["subscribers"] != 1 {
      try #require(DaemonProcess.now < end, "the script did not subscribe")
    }
    // From here on the recording is played.
    _ = try scratch.write(
      "[source]\nurl = file:\(path)?speed=max\n[access]\nprecise = root\n", to: "placed.conf")
    var printed = ""
    _ = try first.result("reload")
    while printed.split(separator: "\n").count < 2, DaemonProcess.now < end + 20 {
      printed = try String(contentsOfFile: scratch.file("out"), encoding: .utf8)
      _ = try first.result("hello")
    }
    let lines = printed.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    try #require(lines.count == 2, "\(printed)")
    #expect(lines[0].count == 3 && lines[0][1...] == ["arrived", "Kahvila"])
    #expect(lines[1].count == 3 && lines[1][1...] == ["departed", "Kahvila"])
  }
}
