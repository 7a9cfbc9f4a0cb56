import Foundation
import Geography
import JSON
import PlaceStore
import TestSupport
import Testing

@Suite("placed: restarts while the vehicle goes on")
struct RestartTests {
  /// `PLACED_SOAK` makes the long form.
  private static let rounds = ProcessInfo.processInfo.environment["PLACED_SOAK"] == nil ? 12 : 200
  private let home = at(60.17, 24.94)

  /// A daemon that follows `feed`, with Home in its table.
  private func start(
    _ feed: NMEAFeed, in scratch: ScratchDirectory, isFirst: Bool = false
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(in: scratch, arguments: feed.arguments)
    if isFirst {
      _ = try daemon.result(
        "place.add", ["name": "Home", "lat": 60.17, "lon": 24.94, "radius_m": 30])
    }
    return daemon
  }

  private func visits(_ daemon: DaemonProcess) throws -> [JSONValue] {
    try daemon.result("visits")["visits"]?.array ?? []
  }

  @Test("Killed while a visit is open: it goes on, and ends once", arguments: [true, false])
  func visitGoesOn(isKilled: Bool) throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let first = try start(feed, in: scratch, isFirst: true)
    let subscriber = try first.connect()
    _ = try subscriber.call("subscribe", ["events": ["arrived"]])
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 300)
    feed.say(text)
    let arrived = try #require(try subscriber.notification("arrived"))
    try first.waitForFixes(before: vehicle.time)
    if isKilled { first.kill() } else { first.stop() }
    feed.hangUp()
    let second = try start(feed, in: scratch)
    let later = try second.connect()
    let state = try later.call("subscribe", ["events": ["arrived", "departed", "current"]])
    #expect(state["result"]?["state"]?["visit"]?["id"] == arrived["visit"]?["id"])
    #expect(state["result"]?["state"]?["current"]?["place"]?["name"] == "Home")
    vehicle.time = vehicle.time.advanced(bySeconds: 3600)
    text = vehicle.stand(60)
    let left = vehicle.time
    text += vehicle.drive(900, towards: 90)
    feed.say(text)
    // The first that is told is the departure: there is no second arrival, and Home stayed current.
    var topics: [String] = []
    var departed: JSONValue?
    while departed == nil, let line = later.line() {
      let message = try JSONValue(parsing: line.utf8)
      topics.append(message["method"]?.string ?? "")
      if message["method"] == "departed" { departed = message["params"] }
    }
    #expect(topics == ["departed"])
    #expect(departed?["visit"]?["arrived_at"] == arrived["visit"]?["arrived_at"])
    let time = departed?["time"]?.string.flatMap { UTCTime($0) }
    #expect(time.map { abs($0.seconds(since: left)) <= 15 } == true, "\(departed ?? .null)")
    #expect(try visits(second).count == 1)
  }

  @Test("Killed around an arrival, at any moment: one visit, told once at least, never two")
  func killedAtArrival() throws {
    var generator = SeededGenerator(seed: 11)
    for round in 0..<Self.rounds {
      let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
      let first = try start(feed, in: scratch, isFirst: true)
      var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 115)
      feed.say(text)
      try first.waitForFixes(before: vehicle.time)
      // The fix that decides is among these; the kill comes within the milliseconds of its way.
      feed.say(vehicle.stand(10))
      usleep(UInt32.random(in: 0..<4000, using: &generator))
      first.kill()
      feed.hangUp()
      let second = try start(feed, in: scratch)
      let subscriber = try second.connect()
      let state = try subscriber.call("subscribe", ["events": ["arrived", "departed"]])
      let wasStored = state["result"]?["state"]?["visit"] != nil
      text = vehicle.stand(200) + vehicle.drive(900, towards: 90)
      feed.say(text)
      if !wasStored { #expect(try subscriber.notification("arrived") != nil, "round \(round)") }
      #expect(try subscriber.notification("departed") != nil, "round \(round)")
      let visits = try visits(second)
      #expect(visits.count == 1, "round \(round): \(visits)")
      #expect(visits.first?["departed_at"] != nil, "round \(round): \(visits)")
    }
  }

  @Test("The power fails seconds after the vehicle stopped: the visit is dated to the stop")
  func ignition() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let first = try start(feed, in: scratch, isFirst: true)
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 0)
    let stopped = vehicle.time
    text += vehicle.stand(8)
    feed.say(text)
    try first.waitForFixes(before: vehicle.time)
    first.kill()
    feed.hangUp()
    let second = try start(feed, in: scratch)
    vehicle.time = vehicle.time.advanced(bySeconds: 36_000)
    feed.say(vehicle.stand(30))
    try second.waitForFixes(before: vehicle.time)
    let visit = try #require(try visits(second).first)
    let arrival = try #require(visit["arrived_at"]?.string.flatMap { UTCTime($0) })
    #expect(abs(arrival.seconds(since: stopped)) <= 2)
    #expect(visit["inferred"] == true && visit["place"]?["name"] == "Home")
  }

  @Test("Started again elsewhere: the departure is an interval, told as inferred")
  func parkedElsewhere() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let first = try start(feed, in: scratch, isFirst: true)
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 300)
    feed.say(text)
    try first.waitForFixes(before: vehicle.time)
    let lastSeen = vehicle.time.advanced(bySeconds: -1)
    first.kill()
    feed.hangUp()
    let second = try start(feed, in: scratch)
    let subscriber = try second.connect()
    _ = try subscriber.call("subscribe", ["events": ["departed"]])
    vehicle = Recordings.Vehicle(
      at: home.moved(5000, towards: 90), time: vehicle.time.advanced(bySeconds: 7200))
    let firstSeen = vehicle.time
    feed.say(vehicle.drive(3000, towards: 90))
    let visit = try #require(try subscriber.notification("departed")?["visit"])
    let interval = visit["departed_between"]?.array?.compactMap {
      $0.string.flatMap { UTCTime($0) }
    }
    #expect(visit["inferred"] == true && visit["departed_at"] == nil)
    // The state was stored with the arrival, up to three minutes before the kill.
    let bounds = try #require(interval)
    try #require(bounds.count == 2)
    #expect(bounds[0] <= lastSeen && lastSeen.seconds(since: bounds[0]) < 240)
    #expect(abs(bounds[1].seconds(since: firstSeen)) <= 2)
    #expect(try visits(second).count == 1)
  }

  @Test("A state of another version, or a damaged one, loses no visit and no selection")
  func foreignState() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let first = try start(feed, in: scratch, isFirst: true)
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 300)
    feed.say(text)
    try first.waitForFixes(before: vehicle.time)
    _ = try first.result("select", ["place": 1])
    first.stop()
    feed.hangUp()
    try PlaceStore(path: scratch.file("places.db"))
      .record(StoreEvent(detectorState: [0x7F, 1, 2, 3]))
    let second = try start(feed, in: scratch)
    #expect(try second.result("selected")["selected"]?["place"]?["name"] == "Home")
    let subscriber = try second.connect()
    let state = try subscriber.call("subscribe", ["events": ["arrived", "departed", "selected"]])
    #expect(state["result"]?["state"]?["visit"]?["place"]?["name"] == "Home")
    vehicle.time = vehicle.time.advanced(bySeconds: 3600)
    text = vehicle.stand(60) + vehicle.drive(900, towards: 90)
    feed.say(text)
    #expect(try subscriber.notification("departed")?["visit"]?["departed_at"] != nil)
    #expect(try subscriber.notification("selected")?["reason"] == "departed")
    #expect(try visits(second).count == 1)
  }

  @Test("Killed while it answers selects: the last that was answered is there, or a later one")
  func killedDuringSelects() throws {
    var generator = SeededGenerator(seed: 12)
    let scratch = ScratchDirectory()
    var daemon = try DaemonProcess(in: scratch)
    for index in 1...50 {
      _ = try daemon.result(
        "place.add", ["name": .string("P\(index)"), "lat": .number(Double(index)), "lon": 25])
    }
    for round in 0..<Self.rounds {
      let client = try daemon.connect()
      for index in 1...50 {
        client.send(
          line:
            #"{"jsonrpc":"2.0","id":\#(index),"method":"select","params":{"place":\#(index)}}"#)
      }
      let wanted = Int.random(in: 0..<40, using: &generator)
      var answered = 0
      while answered < wanted, client.line() != nil { answered += 1 }
      daemon.kill()
      while client.line(within: 1) != nil { answered += 1 }
      daemon = try DaemonProcess(in: scratch)
      let selected = try daemon.result("selected")["selected"]?["place"]?["id"]?.int
      #expect((selected ?? 0) >= answered, "round \(round): \(answered) were answered")
      _ = try daemon.result("clear")
    }
  }
}
