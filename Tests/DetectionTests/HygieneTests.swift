import Detection
import Geography
import TestSupport
import Testing

@Suite("Which fixes count")
struct HygieneTests {
  private let home = Scenario.place(1, 0, 0, radius: 30)

  private func parked() -> Scenario {
    var scenario = Scenario([home])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 300)
    scenario.forget()
    return scenario
  }

  @Test(
    "traccar/traccar#2326, traccar/traccar#5156, Yeraze/meshmonitor#3763: 0,0 and its neighbourhood is no position",
    arguments: [(0.0, 0.0), (0.000001, 0.000001), (-0.00001, 0)])
  func nullIsland(_ latitude: Double, _ longitude: Double) {
    var scenario = parked()
    scenario.fix(at(latitude, longitude))
    #expect(scenario.ignored == [.nullIsland])
  }

  @Test("Yeraze/meshmonitor#4157: unless there is a place")
  func nullIslandWithPlace() {
    var scenario = Scenario([Candidate(id: 1, position: at(0, 0), radiusMeters: 20)])
    scenario.fix(at(0.000001, 0.000001))
    #expect(scenario.ignored.isEmpty)
  }

  @Test(
    "traccar#4417, traccar-web#1090, HA#30178, recorder#472: old fixes that come late move nothing, and are counted"
  )
  func backlog() {
    var scenario = parked()
    let now = scenario.time
    for minute in 1...60 {
      scenario.time = now.advanced(bySeconds: -60 * Double(minute))
      scenario.fix(Scenario.point(Double(minute) * 300, 0), speed: 14)
    }
    #expect(Set(scenario.ignored) == [.old])
    #expect(scenario.departures.isEmpty)
    #expect(scenario.published.isEmpty)
    #expect(scenario.detector.counts.ignored[.old] == 60)
    // Nor does it push the decisions that matter out of the explanation.
    let rules = scenario.detector.rules.map(\.name)
    #expect(rules.contains("arrived") && rules.filter { $0 == "ignored" }.count == 1)
  }

  @Test("tile38#522: six positions with one time give one change at most, the same every time")
  func sameTime() {
    func run() -> [Outcome] {
      var scenario = parked()
      for step in 0..<6 {
        scenario.fix(Scenario.point(step.isMultiple(of: 2) ? 0 : 900, 0), after: 0)
      }
      return scenario.outcomes
    }
    #expect(run() == run())
    #expect(run().count { if case .report(_, nil) = $0 { true } else { false } } <= 1)
  }

  @Test("satpulse#175: a clock that goes back some seconds is believed after three fixes")
  func leapSecond() {
    var scenario = parked()
    scenario.time = scenario.time.advanced(bySeconds: -3)
    for _ in 0..<3 { scenario.fix(Scenario.origin) }
    #expect(scenario.ignored == [.old, .old])
    scenario.forget()
    scenario.stand(0, 0, seconds: 10)
    #expect(scenario.ignored.isEmpty)
    #expect(scenario.departures.isEmpty)
  }

  @Test(
    "ArduPilot#31914, GPSLogger#66, oXs#71: a date that is weeks out for a while blocks and doubles nothing",
    arguments: [-7, -7168, 7, 7168])
  func wrongDate(days: Double) {
    var scenario = parked()
    let now = scenario.time
    scenario.time = now.advanced(bySeconds: days * 86_400)
    scenario.stand(0, 0, seconds: 5)
    scenario.time = now.advanced(bySeconds: 5)
    scenario.stand(0, 0, seconds: 60)
    scenario.forget()
    scenario.stand(0, 0, seconds: 60)
    #expect(scenario.ignored.isEmpty)
    scenario.drive(from: (0, 0), to: (700, 0))
    #expect(scenario.departures.count == 1)
    #expect(scenario.arrivals.isEmpty)
  }

  @Test("One fix from the future moves nothing and arrives nowhere")
  func future() {
    var scenario = Scenario([home])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 20)
    let now = scenario.time
    scenario.time = now.advanced(bySeconds: 90_000)
    scenario.fix(Scenario.origin)
    scenario.time = now
    scenario.stand(0, 0, seconds: 20)
    #expect(scenario.ignored == [.future])
    #expect(scenario.arrivals.isEmpty)
  }

  @Test("HA/android#661, colota#394: a teleport with a good accuracy is held until others agree")
  func teleport() {
    var scenario = parked()
    scenario.fix(Scenario.point(40_000, 0), speed: 0, accuracy: 3)
    #expect(scenario.ignored == [.jump])
    scenario.stand(0, 0, seconds: 60)
    #expect(scenario.departures.isEmpty)
    #expect(scenario.published.isEmpty)
  }

  @Test("evDash#116: a true move after a gap is not locked out")
  func moveAfterGap() {
    var scenario = parked()
    scenario.silence(seconds: 3600)
    scenario.stand(50_000, 0, seconds: 30)
    #expect(scenario.detector.sample?.position.distance(to: Scenario.point(50_000, 0)) ?? 1e9 < 100)
    #expect(scenario.departures.count == 1)
  }

  @Test("A receiver that learns late where it is, is believed after three fixes")
  func lateFix() {
    var scenario = Scenario([home])
    scenario.stand(300_000, 0, seconds: 10)
    scenario.stand(0, 0, seconds: 10)
    #expect(scenario.ignored == [.jump, .jump])
  }

  @Test("GPS-Tracker#40: a receiver that is not sure yet when it starts moves nothing")
  func unsureAtStart() {
    var scenario = parked()
    scenario.table.rows += (0..<20).map {
      Scenario.place(10 + $0, Double($0 % 5) * 150 - 300, Double($0 / 5) * 150 - 300, radius: 40)
    }
    scenario.powerCycle()
    scenario.silence(seconds: 8 * 3600)
    for (east, north, accuracy) in [
      (250.0, 100.0, 90.0), (-180, 60, 120), (90, -220, 80), (140, 30, 60), (-60, 10, 40),
    ] {
      scenario.fix(Scenario.point(east, north), speed: 0.4, accuracy: accuracy)
    }
    scenario.stand(0, 0, seconds: 20)
    #expect(scenario.arrivals.isEmpty && scenario.departures.isEmpty && scenario.passed.isEmpty)
    #expect(scenario.currentPlaces.isEmpty)
    scenario.drive(from: (0, 0), to: (-600, 0))
    #expect(scenario.departures.count == 1)
    #expect(scenario.arrivals.isEmpty)
  }

  @Test("Jamming that parks the receiver 300 km away for half an hour ends nothing")
  func jamming() {
    var scenario = parked()
    scenario.stand(300_000, 0, seconds: 1800)
    #expect(scenario.departures.isEmpty)
    #expect(scenario.currentPlaces.isEmpty)
    #expect(scenario.passed.isEmpty)
    scenario.stand(0, 0, seconds: 600)
    #expect(scenario.departures.isEmpty)
    scenario.drive(from: (0, 0), to: (700, 0))
    #expect(scenario.departures.count == 1)
    #expect(scenario.arrivals.isEmpty)
  }

  @Test("But not for ever: seen to drive there, the vehicle is there")
  func trulyElsewhere() {
    var scenario = parked()
    scenario.drive(from: (300_000, 0), to: (301_000, 0))
    #expect(scenario.detector.sample?.position.distance(to: Scenario.point(301_000, 0)) ?? 1e9 < 50)
  }

  @Test("A fix without a time is shown, and moves nothing once the time is known")
  func withoutTime() {
    var scenario = parked()
    let fix = Fix(position: Scenario.point(5000, 0), time: nil, accuracyMeters: 5)
    let outcomes = scenario.detector.handle(.fix(fix), places: scenario.table)
    #expect(outcomes == [.report(fix, ignored: .noTime)])
  }

  @Test("GGA alone has no time: likely places all the same")
  func neverATime() {
    var scenario = Scenario([home])
    let fix = Fix(position: Scenario.origin, time: nil, accuracyMeters: 5)
    let outcomes = scenario.detector.handle(.fix(fix), places: scenario.table)
    #expect(outcomes.contains { if case .likely(_, _, .start) = $0 { true } else { false } })
  }

  @Test("RN#892, Indigo#13: a fix worse than the bound changes no place, stop or visit")
  func inaccurate() {
    var scenario = parked()
    for _ in 0..<100 { scenario.fix(Scenario.point(1500, 0), accuracy: 1600) }
    #expect(Set(scenario.ignored) == [.inaccurate])
    #expect(scenario.departures.isEmpty)
    #expect(scenario.currentPlaces.isEmpty)
  }

  @Test(
    "A receiver that takes over counts, however many years its clock is behind",
    arguments: [3600.0, 86_400, 6e8])
  func clockOfAnother(behindSeconds: Double) {
    var scenario = parked()
    scenario.time = scenario.time.advanced(bySeconds: -behindSeconds)
    for _ in 0..<60 { scenario.fix(Scenario.origin, device: "/dev/other") }
    #expect(scenario.detector.counts.ignored[.otherDevice].map { $0 <= 11 } ?? false)
    #expect(
      scenario.outcomes.suffix(20).contains { if case .report(_, nil) = $0 { true } else { false } }
    )
    #expect(scenario.departures.isEmpty && scenario.arrivals.isEmpty)
  }

  @Test("An older recording from elsewhere, played after it, changes no time of the visit before")
  func olderStream() throws {
    var scenario = parked()
    let visit = try #require(scenario.detector.state.visit)
    let end = scenario.time
    scenario.time = scenario.time.advanced(bySeconds: -3 * 86_400)
    scenario.drive(from: (20_000, 0), to: (23_000, 0))
    scenario.stand(23_000, 0, seconds: 200)
    let departed = try #require(scenario.departures.first)
    #expect(scenario.departures.count == 1 && departed.id == visit.id && departed.isInferred)
    #expect(departed.arrivedAt == visit.arrivedAt)
    #expect(abs(try #require(departed.departedAt).seconds(since: end)) <= 2)
    #expect(scenario.arrivals.count == 1)
    #expect(scenario.currentPlaces == [0])
  }

  @Test("Two receivers at once: one counts, the other takes over when it falls silent")
  func twoDevices() {
    var scenario = Scenario([home])
    for _ in 0..<20 {
      scenario.fix(Scenario.point(0, 0), after: 0.5, device: "/dev/gps0")
      scenario.fix(Scenario.point(80, 0), after: 0.5, device: "/dev/gps1")
    }
    #expect(scenario.ignored == [IgnoredReason](repeating: .otherDevice, count: 20))
    scenario.forget()
    for _ in 0..<20 { scenario.fix(Scenario.point(80, 0), device: "/dev/gps1") }
    #expect(scenario.ignored.count < 12)
  }
}
