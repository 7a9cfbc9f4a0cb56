import Foundation
import Geography
import JSON
import TestSupport
import Testing

@Suite("placed: a receiver that falls silent")
struct SilenceTests {
  private let home = at(60.17, 24.94)

  @Test(
    "An arrival is told by the timer, dated to the stop, as a recording's would be",
    arguments: [false, true])
  func arrival(byThePlace: Bool) throws {
    let feed = NMEAFeed()
    // Short enough to wait for; the place's own time outlasts the common one.
    let daemon = try DaemonProcess(
      configuration: "[visits]\narrive_after = \(byThePlace ? "15 s" : "22 s")\n",
      arguments: feed.arguments)
    let place: JSONValue = ["name": "Garage", "lat": 60.17, "lon": 24.94, "radius_m": 30]
    _ = try daemon.result("place.add", place)
    if byThePlace { _ = try daemon.result("place.update", ["id": 1, "arrive_after_s": 22]) }
    let subscriber = try daemon.connect()
    _ = try subscriber.call("subscribe", ["events": ["arrived"]])
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 0)
    let stopped = vehicle.time
    text += vehicle.stand(16)
    feed.say(text)
    let arrived = try #require(try subscriber.notification("arrived", within: 30))
    let visit = try #require(arrived["visit"])
    #expect(visit["place"]?["name"] == "Garage")
    let time = try #require(arrived["time"]?.string.flatMap { UTCTime($0) })
    let reported = try #require(arrived["reported_at"]?.string.flatMap { UTCTime($0) })
    #expect(abs(time.seconds(since: stopped)) <= 2)
    #expect(reported.seconds(since: time) == 22)
    // The daemon connects again to a receiver that says nothing. What comes later changes nothing.
    feed.hangUp()
    vehicle.time = vehicle.time.advanced(bySeconds: 600)
    text = vehicle.stand(60) + vehicle.drive(900, towards: 90)
    feed.say(text)
    try daemon.waitForFixes(before: vehicle.time)
    #expect(try daemon.result("visits")["visits"]?.array?.count == 1)
  }

  @Test("anchoralarm#52, anchoralarm#59: each state of the source is told once, and its end too")
  func transitions() throws {
    let feed = NMEAFeed()
    let daemon = try DaemonProcess(
      configuration: "[source]\nstale_after = 1 s\n", arguments: feed.arguments)
    let subscriber = try daemon.connect()
    _ = try subscriber.call("subscribe", ["events": ["source"]])
    var states: [String] = []
    func wait(for state: String) throws {
      while states.last != state {
        let source = try #require(try subscriber.notification("source", within: 30), "\(states)")
        states.append(source["state"]?.string ?? "")
      }
    }
    let visit = Recordings.Vehicle.visit(home, standing: 1)
    var vehicle = visit.vehicle
    feed.say(visit.text)
    try wait(for: "stale")
    // Silence is answered with a connection of its own.
    feed.hangUp()
    feed.say(vehicle.stand(2))
    try wait(for: "fix")
    feed.hangUp()
    try wait(for: "lost")
    feed.say(vehicle.stand(2))
    try wait(for: "fix")
    #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 }, "\(states)")
    #expect(states.count { $0 == "fix" } == 3, "\(states)")
  }

  @Test("The fix grows old by the monotonic clock and says so; nothing departs")
  func stale() throws {
    let feed = NMEAFeed()
    let daemon = try DaemonProcess(
      configuration: "[source]\nstale_after = 1 s\n", arguments: feed.arguments)
    let subscriber = try daemon.connect()
    _ = try subscriber.call("subscribe", ["events": ["source", "fix", "departed", "current"]])
    let (text, _) = Recordings.Vehicle.visit(home, standing: 1)
    feed.say(text)
    var states: [String] = []
    while states.last != "stale", let source = try subscriber.notification("source") {
      states.append(source["state"]?.string ?? "")
    }
    #expect(states.suffix(2) == ["fix", "stale"], "\(states)")
    let fix = try daemon.result("fix")
    #expect(fix["stale"] == true)
    #expect(fix["age_s"]?.double.map { $0 >= 1 && $0 < 20 } == true)
    #expect(try daemon.result("status")["stale"] == true)
    #expect(try daemon.result("likely")["places"] != nil)
  }
}
