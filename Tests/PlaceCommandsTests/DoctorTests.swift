import Foundation
import TestSupport
import Testing

@Suite("Looking for what is wrong")
struct DoctorTests {
  private let scratch = ScratchDirectory()

  /// A daemon whose source is gpsd at `port`, in `state`, its last fix as old as `age`.
  private func daemon(port: Int, state: String = "fix", age: Double = 1, more: String = "")
    -> FakeDaemon
  {
    let url = "gpsd://127.0.0.1:\(port)"
    return FakeDaemon(path: scratch.file("s")) { method, _ in
      guard method == "status" else { return .result(FakeDaemon.hello) }
      let time = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: -age))
      let fix =
        state == "fix"
        ? #","fix":{"lat":60.1,"lon":24.9,"time":"\#(time)"},"age_s":\#(age),"stale":\#(age > 10)"#
        : ""
      return .result(
        #"{"version":"0.1.0","source":{"url":"\#(url)","state":"\#(state)"},"health":[]\#(fix)\#(more)}"#
      )
    }
  }

  private func doctor() throws -> (status: Int32, checks: [String: (result: String, text: String)])
  {
    let run = try ProgramRun(
      PlacectlRun.program,
      ["doctor", "--json", "--socket", scratch.file("s"), "--database", scratch.file("none.db")],
      environment: PlacectlRun.environment(scratch))
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    var checks: [String: (result: String, text: String)] = [:]
    for check in document?["checks"] as? [[String: String]] ?? [] {
      checks[check["check"] ?? ""] = (check["result"] ?? "", check["text"] ?? "")
      #expect(check["result"] != "failed" || check["hint"]?.isEmpty == false, "\(check)")
    }
    return (run.status, checks)
  }

  private static let version = #"{"class":"VERSION","release":"3.25","proto_major":3}"# + "\n"
  private static let devices =
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}"# + "\n"

  @Test("All is well")
  func healthy() throws {
    let gpsd = FakeGPSD(greeting: Self.version, devices: Self.devices)
    let daemon = daemon(port: gpsd.port)
    defer { daemon.stop() }
    let (status, checks) = try doctor()
    #expect(status == 0)
    for check in ["socket", "permission", "daemon", "source", "fix", "clock", "gpsd", "device"] {
      #expect(checks[check]?.result == "ok", "\(check): \(checks)")
    }
    #expect(checks["gpsd"]?.text.contains("3.25") == true)
    #expect(checks["device"]?.text == "/dev/ttyACM0")
    #expect(checks["database"]?.result == "skipped")
  }

  @Test("gpsd without a receiver")
  func noReceiver() throws {
    let gpsd = FakeGPSD(
      greeting: Self.version, devices: #"{"class":"DEVICES","devices":[]}"# + "\n")
    let daemon = daemon(port: gpsd.port, state: "no_device")
    defer { daemon.stop() }
    let (status, checks) = try doctor()
    #expect(status == 1)
    #expect(checks["source"]?.result == "failed")
    #expect(checks["gpsd"]?.result == "ok")
    #expect(checks["device"]?.result == "failed")
  }

  @Test("Nobody where gpsd should be, or something else, or something that says nothing")
  func noGPSD() throws {
    let free = FakeGPSD(greeting: "", devices: "")
    let port = free.port
    free.stop()
    for gpsd in [
      nil, FakeGPSD(greeting: "220 mail\n", devices: ""), FakeGPSD(greeting: "", devices: ""),
    ] {
      let daemon = daemon(port: gpsd?.port ?? port, state: "lost")
      defer { daemon.stop() }
      let (status, checks) = try doctor()
      #expect(status == 1)
      #expect(checks["gpsd"]?.result == "failed", "\(checks)")
    }
  }

  @Test("A receiver without the sky, and one that went silent, are warnings")
  func noFix() throws {
    let gpsd = FakeGPSD(greeting: Self.version, devices: Self.devices)
    for (state, age) in [("no_fix", 1.0), ("fix", 30)] {
      let daemon = daemon(port: gpsd.port, state: state, age: age)
      let (status, checks) = try doctor()
      daemon.stop()
      #expect(status == 0)
      #expect(checks["fix"]?.result == "warning", "\(state)")
    }
  }

  @Test("A clock that differs from the satellites' is told, with the side it is on")
  func clock() throws {
    let gpsd = FakeGPSD(greeting: Self.version, devices: Self.devices)
    let daemon = daemon(
      port: gpsd.port, more: #","fix":{"lat":1,"lon":2,"time":"2020-01-01T00:00:00Z"}"#)
    defer { daemon.stop() }
    let (status, checks) = try doctor()
    #expect(status == 0)
    #expect(checks["clock"]?.result == "warning")
    #expect(checks["clock"]?.text.contains("ahead of the receiver") == true)
  }

  @Test("What the daemon says of its health is a finding; a serious one fails")
  func health() throws {
    let gpsd = FakeGPSD(greeting: Self.version, devices: Self.devices)
    let daemon = daemon(
      port: gpsd.port,
      more: #","health":[{"code":"x","severity":"serious","text":"disk full","hint":"make room"}]"#)
    defer { daemon.stop() }
    let (status, checks) = try doctor()
    #expect(status == 1)
    #expect(checks["health"]?.text == "disk full")
  }

  @Test("The first step that fails ends it: the status is that step's")
  func order() throws {
    let (down, missing) = try doctor()
    #expect(down == 3)
    #expect(missing["socket"]?.result == "failed" && missing["daemon"]?.result == "skipped")
    let denied = FakeDaemon(path: scratch.file("s"), script: Harbour.denied)
    let (status, checks) = try doctor()
    denied.stop()
    #expect(status == 5)
    #expect(checks["socket"]?.result == "ok" && checks["permission"]?.result == "failed")
    let hung = FakeDaemon(path: scratch.file("s")) { _, _ in .silence }
    defer { hung.stop() }
    let (late, silent) = try doctor()
    #expect(late == 6)
    #expect(silent["permission"]?.result == "ok" && silent["daemon"]?.result == "failed")
  }

  @Test("A file that is no database, and one that is one, are told")
  func database() throws {
    _ = try scratch.write("no database at all", to: "none.db")
    #expect(try doctor().checks["database"]?.result == "failed")
  }
}
