import Detection
import Geography
import TestSupport
import Testing

@testable import FixSources

/// The report that a line is.
func report(_ line: String) -> GPSDReport? {
  Array(line.utf8).withUnsafeBufferPointer { GPSDReport(line: $0) }
}

/// What a log of reports, one a line, tells.
func observations(log: String) -> [Observation] {
  var reader = GPSDLog()
  var all: [Observation] = []
  Array(log.utf8).withUnsafeBufferPointer { reader.read($0) { all.append($0) } }
  reader.finish { all.append($0) }
  return all
}

@Suite("Reports of gpsd")
struct GPSDReportTests {
  private static let start = "{\"class\":\"TPV\",\"device\":\"/dev/gps0\","
  private static let time = "\"time\":\"2024-03-01T12:00:00.000Z\","

  @Test("A position is taken with all that belongs to it")
  func position() throws {
    let fixes = observations(
      log: Self.start + "\"mode\":3," + Self.time
        + "\"lat\":60.5,\"lon\":-24.5,\"altHAE\":30.0,\"altMSL\":12.5,\"track\":90.0,\"speed\":10.5,\"eph\":19.0}"
    ).fixes
    let fix = try #require(fixes.first)
    #expect(fix.position == at(60.5, -24.5))
    #expect(fix.time == UTCTime("2024-03-01T12:00:00Z"))
    #expect(fix.altitudeMeters == 12.5)
    #expect(fix.courseDegrees == 90)
    #expect(fix.speedMetersPerSecond == 10.5)
    #expect(fix.device == "/dev/gps0")
    #expect(abs(try #require(fix.accuracyMeters) - 19 / 5.76 * 1.515) < 0.01)
  }

  @Test(
    "Mode, latitude and longitude are checked one by one",
    arguments: [
      "\"mode\":3,\"lat\":\"60.5\",\"lon\":24.5}", "\"mode\":3,\"lat\":60.5}", "\"mode\":3}",
      "\"mode\":3,\"lat\":null,\"lon\":24.5}", "\"mode\":3,\"lat\":60.5,\"lon\":null}",
      "\"mode\":3,\"lat\":91,\"lon\":24.5}", "\"mode\":3,\"lat\":60.5,\"lon\":180.5}",
      "\"mode\":1,\"lat\":60.5,\"lon\":24.5}", "\"mode\":0,\"lat\":60.5,\"lon\":24.5}",
      "\"lat\":60.5,\"lon\":24.5}", "\"mode\":\"3\",\"lat\":60.5,\"lon\":24.5}",
      "\"mode\":2.5,\"lat\":60.5,\"lon\":24.5}", "\"mode\":4,\"lat\":60.5,\"lon\":24.5}",
      "\"mode\":3,\"lat\":1e400,\"lon\":24.5}", "\"mode\":3,\"lat\":60.5,\"lon\":24.5",
      "\"mode\":3,\"lat\":60.5,\"lon\":24.5}}", "\"mode\":3,\"lat\":60.5,\"lon\":nan}",
    ])
  func invalid(_ rest: String) {
    #expect(observations(log: Self.start + Self.time + rest).fixes.isEmpty)
  }

  @Test("A report without a time, or with one that is none, is a fix without a time (gpsd#1)")
  func noTime() throws {
    for time in ["", "\"time\":1709294400.5,", "\"time\":\"yesterday\",", "\"time\":null,"] {
      let fixes = observations(log: Self.start + time + "\"mode\":2,\"lat\":60.5,\"lon\":24.5}")
        .fixes
      #expect(try #require(fixes.first).time == nil)
    }
  }

  @Test("Only TPV has a position: GST has errors under the same names (gps3#17)")
  func classes() {
    let body = "\"device\":\"/dev/gps0\",\"mode\":3," + Self.time + "\"lat\":0.334,\"lon\":0.318}"
    for name in ["GST", "SKY", "ATT", "POLL", "PPS", "TOFF", "tpv", "TPVX", ""] {
      #expect(observations(log: "{\"class\":\"\(name)\"," + body).isEmpty)
    }
    #expect(observations(log: "{\"device\":\"/dev/gps0\",\"class\":\"TPV\"," + body).isEmpty)
  }

  @Test("GST of the same time gives the accuracy, also where it comes every other epoch")
  func statistics() throws {
    func position(_ second: Int) -> String {
      Self.start + "\"mode\":3,\"time\":\"2024-03-01T12:00:0\(second).000Z\","
        + "\"lat\":60.5,\"lon\":24.5,\"eph\":19.0}\n"
    }
    let statistics =
      "{\"class\":\"GST\",\"device\":\"/dev/gps0\",\"time\":\"2024-03-01T12:00:01.000Z\","
      + "\"rms\":3.0,\"lat\":3.0,\"lon\":4.0,\"alt\":9.0}\n"
    let foreign = statistics.replacing("gps0", with: "gps1").replacing("3.0", with: "99.0")
    let fixes = observations(
      log: position(0) + statistics + foreign + position(1) + position(2) + position(5)
    ).fixes
    let sigmas = fixes.map { ($0.sigmaMeters * 100).rounded() / 100 }
    #expect(sigmas == [3.3, 3.54, 3.54, 3.3])
  }

  @Test("A differential solution's error is scaled back to what the dilution means")
  func differential() throws {
    let fixes = observations(
      log: Self.start + "\"status\":2,\"mode\":3,\"lat\":60.5,\"lon\":24.5,\"eph\":4.75}"
    ).fixes
    #expect(abs(try #require(fixes.first).sigmaMeters - 3.3) < 0.01)
  }

  @Test(
    "An error that is zero, negative or missing is unknown",
    arguments: ["0.0", "-5", "null", "\"5\""])
  func unknownError(_ value: String) throws {
    let fixes = observations(
      log: Self.start + "\"mode\":3,\"lat\":60.5,\"lon\":24.5,\"eph\":\(value)}"
    ).fixes
    #expect(try #require(fixes.first).accuracyMeters == nil)
  }

  @Test("A report that is repeated is told once, and receivers are kept apart")
  func repeated() {
    let one = Self.start + "\"mode\":3," + Self.time + "\"lat\":60.5,\"lon\":24.5}\n"
    let other = one.replacing("gps0", with: "gps1")
    #expect(observations(log: one + one + other + one + other).fixes.count == 2)
  }

  @Test("Receivers that come and go for years do not use up the room for the next one")
  func manyReceivers() {
    let one = Self.start + "\"mode\":3," + Self.time + "\"lat\":60.5,\"lon\":24.5}\n"
    let log = (0..<100).map { one.replacing("gps0", with: "gps\($0)") }.joined()
    #expect(observations(log: log).fixes.count == 100)
  }

  @Test("Without a fix the clock is told, and a fix of the same time is still news")
  func clock() {
    let none = Self.start + "\"mode\":1," + Self.time.dropLast() + "}\n"
    let fix = Self.start + "\"mode\":3," + Self.time + "\"lat\":60.5,\"lon\":24.5}\n"
    #expect(observations(log: none + fix + none).count == 2)
    #expect(
      observations(log: none) == [.time(UTCTime("2024-03-01T12:00:00Z")!)])
    #expect(observations(log: none.replacing("\"mode\":1", with: "\"mode\":0")).isEmpty)
  }

  @Test("A device that is gone is activated 0, which is a number, or null")
  func devices() {
    let gone = GPSDReport.Device(path: "/dev/gps0", isActivated: false, driver: nil)
    #expect(
      report("{\"class\":\"DEVICE\",\"path\":\"/dev/gps0\",\"activated\":0}") == .device(gone))
    #expect(report("{\"class\":\"DEVICE\",\"path\":\"/dev/gps0\"}") == .device(gone))
    #expect(report("{\"class\":\"DEVICES\",\"devices\":[]}") == .devices([]))
    let there = GPSDReport.Device(path: "/dev/gps0", isActivated: true, driver: "u-blox")
    #expect(
      report(
        "{\"class\":\"DEVICES\",\"devices\":[{\"class\":\"DEVICE\",\"path\":\"/dev/gps0\","
          + "\"driver\":\"u-blox\",\"activated\":\"2024-03-01T12:00:00.000Z\",\"bps\":9600},7]}")
        == .devices([there]))
  }

  @Test("Satellites are counted, also where gpsd gives only the list")
  func satellites() {
    #expect(
      report("{\"class\":\"SKY\",\"device\":\"x\",\"nSat\":12,\"uSat\":7,\"satellites\":[]}")
        == .sky(device: "x", seen: 12, used: 7))
    #expect(
      report("{\"class\":\"SKY\",\"satellites\":[{\"PRN\":1,\"used\":true},{\"used\":false},{}]}")
        == .sky(device: nil, seen: 3, used: 1))
    #expect(report("{\"class\":\"SKY\",\"xdop\":1.0}") == .other)
  }

  @Test("A line too long, or no JSON, costs nothing but itself")
  func damage() {
    let fix = Self.start + "\"mode\":3," + Self.time + "\"lat\":60.5,\"lon\":24.5}\n"
    let long =
      "{\"class\":\"SKY\",\"satellites\":[" + String(repeating: "1,", count: 50_000) + "1]}\n"
    #expect(observations(log: long + fix).fixes.count == 1)
    #expect(observations(log: "}\n\n[]\n\"\n" + fix.dropLast()).fixes.count == 1)
  }

  @Test("However a log is cut into pieces, it tells the same")
  func pieces() {
    var log = ""
    for second in 10..<40 {
      log +=
        Self.start
        + "\"mode\":3,\"time\":\"2024-03-01T12:00:\(second).000Z\",\"lat\":60.5,\"lon\":24.5}\r\n"
    }
    let bytes = Array(log.utf8)
    for length in [1, 5, 100, 1000] {
      var reader = GPSDLog()
      var count = 0
      for start in stride(from: 0, to: bytes.count, by: length) {
        bytes[start..<min(start + length, bytes.count)].withUnsafeBufferPointer {
          reader.read($0) { _ in count += 1 }
        }
      }
      #expect(count == 30)
    }
  }
}
