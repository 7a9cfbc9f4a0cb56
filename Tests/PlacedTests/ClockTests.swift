import Foundation
import Geography
import JSON
import TestSupport
import Testing

@Suite(
  "placed: the wall clock is wrong, and is set",
  .enabled(if: Preload.clock != nil, "needs a C compiler"))
struct ClockTests {
  private let home = at(60.17, 24.94)

  /// The wall clock of a daemon.
  private struct WallClock {
    let path: String

    init(in scratch: ScratchDirectory, offBy seconds: Int64) throws {
      path = try scratch.write([UInt8](repeating: 0, count: 8), to: "clock")
      set(offBy: seconds)
    }

    func set(offBy seconds: Int64) {
      let descriptor = open(path, O_WRONLY)
      var value = seconds
      _ = pwrite(descriptor, &value, 8, 0)
      close(descriptor)
    }

    var environment: [String: String] {
      ["LD_PRELOAD": Preload.clock ?? "", "TEST_CLOCK": path]
    }
  }

  private static func time(_ value: JSONValue?) -> UTCTime? {
    value?.string.flatMap { UTCTime($0) }
  }
  private static var now: UTCTime {
    UTCTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  @Test(
    "It starts at 1970 and jumps by hours and years, both ways, while a visit is open: nothing is lost or doubled",
    arguments: [[-1_790_000_000, 0], [0, 7200, -7200, 86_400 * 365, 0]] as [[Int64]])
  func jumps(offsets: [Int64]) throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let clock = try WallClock(in: scratch, offBy: offsets[0])
    let daemon = try DaemonProcess(
      in: scratch, arguments: feed.arguments, environment: clock.environment)
    _ = try daemon.result(
      "place.add", ["name": "Home", "lat": 60.17, "lon": 24.94, "radius_m": 30])
    let subscriber = try daemon.connect()
    _ = try subscriber.call(
      "subscribe", ["events": ["arrived", "departed", "current", "passed", "selected"]])
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 0)
    let stopped = vehicle.time
    text += vehicle.stand(60)
    feed.say(text)
    try daemon.waitForFixes(before: vehicle.time)
    _ = try daemon.result("select", ["name": "Home"])
    for offset in offsets {
      clock.set(offBy: offset)
      feed.say(vehicle.stand(100))
      try daemon.waitForFixes(before: vehicle.time)
      let fix = try daemon.result("fix")
      let status = try daemon.result("status")
      for age in [fix["age_s"], status["age_s"], status["uptime_s"]] {
        #expect(age?.double.map { $0 >= 0 && $0 < 60 } == true, "\(offset): \(status)")
      }
      #expect(status["stale"] == false, "\(offset)")
      // Dates of this machine's doings follow its clock as it is now.
      let since = try #require(Self.time(status["source"]?["since"]))
      #expect(abs(since.seconds(since: Self.now) - Double(offset)) < 60, "\(offset): \(since)")
    }
    let left = vehicle.time
    feed.say(vehicle.drive(900, towards: 90))
    var told: [(topic: String, time: UTCTime?)] = []
    while told.last?.topic != "departed", let line = subscriber.line() {
      let message = try JSONValue(parsing: line.utf8)
      told.append((message["method"]?.string ?? "", Self.time(message["params"]?["time"])))
    }
    #expect(
      told.map(\.topic).filter { $0 != "current" && $0 != "selected" } == ["arrived", "departed"])
    #expect(
      told.first { $0.topic == "arrived" }?.time.map { abs($0.seconds(since: stopped)) <= 2 }
        == true)
    #expect(told.last?.time.map { abs($0.seconds(since: left)) <= 15 } == true)
    let visits = try daemon.result("visits")["visits"]?.array
    #expect(visits?.count == 1 && visits?.first?["confirmed"] == true, "\(visits ?? [])")
    #expect(daemon.stop() == 0)
  }

  @Test("A health change of 1970 is kept with the date it had by the clock that was set since")
  func health() throws {
    let scratch = ScratchDirectory()
    let clock = try WallClock(in: scratch, offBy: -1_790_000_000)
    let configuration = "[access]\nprecise = root, group:no-such-group-here\n"
    let daemon = try DaemonProcess(
      in: scratch, configuration: configuration, environment: clock.environment)
    let before = try daemon.result("status")["health"]?.array?.first {
      $0["code"] == "unknown_name"
    }
    #expect(Self.time(before?["since"]).map { $0 < UTCTime("1971-01-01T00:00:00Z")! } == true)
    clock.set(offBy: 0)
    let after = try daemon.result("status")["health"]?.array?.first { $0["code"] == "unknown_name" }
    #expect(Self.time(after?["since"]).map { abs($0.seconds(since: Self.now)) < 60 } == true)
    daemon.stop()
    let second = try DaemonProcess(in: scratch, configuration: configuration)
    let history = try second.result("status", ["history": true])["history"]?.array ?? []
    #expect(history.count == 2 && history.allSatisfy { $0["code"] == "unknown_name" }, "\(history)")
    for change in history {
      #expect(Self.time(change["time"]).map { abs($0.seconds(since: Self.now)) < 60 } == true)
    }
  }
}
