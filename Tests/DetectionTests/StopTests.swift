import Detection
import Geography
import TestSupport
import Testing

@Suite("Stops, arrivals and departures")
struct StopTests {
  private let home = Scenario.place(1, 0, 0, radius: 30)

  /// Drives to the middle from 600 m away and stands there.
  private func parked(
    _ places: [Candidate], seconds: Double = 300, settings: DetectionSettings = DetectionSettings()
  ) -> Scenario {
    var scenario = Scenario(places, settings: settings)
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: seconds)
    return scenario
  }

  @Test("An arrival is told after two minutes and dated to when the vehicle stopped")
  func arrival() throws {
    var scenario = Scenario([home])
    scenario.drive(from: (-600, 0), to: (0, 0))
    let stopped = scenario.time
    scenario.stand(0, 0, seconds: 119)
    #expect(scenario.arrivals.isEmpty)
    scenario.stand(0, 0, seconds: 10)
    let visit = try #require(scenario.arrivals.first)
    #expect(abs(try #require(visit.arrivedAt).seconds(since: stopped)) <= 2)
    #expect(visit.placeID == 1)
    #expect(visit.alternatives.first?.placeID == 1)
    #expect(scenario.currentPlaces == [1])
  }

  @Test("A departure is told within 30 s of driving off, and dated to it")
  func departure() throws {
    var scenario = parked([home])
    let left = scenario.time
    scenario.drive(from: (0, 0), to: (420, 0))
    let visit = try #require(scenario.departures.first)
    #expect(abs(try #require(visit.departedAt).seconds(since: left)) <= 5)
    #expect(scenario.currentPlaces == [1, 0])
    #expect(scenario.departures.count == 1)
  }

  @Test("traccar#3462, Tracelet#297: an arrival that the distance filter would have eaten")
  func filterEatsNothing() {
    var settings = DetectionSettings()
    settings.filterDistanceMeters = 5000
    #expect(parked([home], settings: settings).arrivals.count == 1)
  }

  @Test("dawarich#2952: the likely places are computed anew where the vehicle comes to rest")
  func settles() {
    let scenario = parked([home, Scenario.place(2, -45, 0, radius: 10)])
    let stopped = scenario.published.filter { $0.reason == .stopped }
    #expect(stopped.last?.likely.entries.first?.candidate.id == 1)
  }

  @Test("e-mission#1117: an arrival in a garage is told by the clock, without another fix")
  func garage() {
    var scenario = Scenario([home])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 15)
    scenario.loseSignal(seconds: 120)
    #expect(scenario.arrivals.count == 1)
    scenario.loseSignal(seconds: 3600)
    #expect(scenario.departures.isEmpty)
  }

  @Test("Losing the signal on the way is no arrival")
  func tunnel() {
    var scenario = Scenario([home])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.loseSignal(seconds: 600)
    scenario.drive(from: (3000, 0), to: (4000, 0))
    #expect(scenario.arrivals.isEmpty)
  }

  @Test("traccar#6019: a red light is no arrival, and a place may ask for its own time")
  func redLight() {
    #expect(parked([home], seconds: 90).arrivals.isEmpty)
    let quick = Scenario.place(1, 0, 0, radius: 30, arriveAfter: 30)
    #expect(parked([quick], seconds: 60).arrivals.count == 1)
    let slow = Scenario.place(1, 0, 0, radius: 30, arriveAfter: 600)
    #expect(parked([slow], seconds: 500).arrivals.isEmpty)
  }

  @Test("A queue at walking pace and a slow loop are no stops", arguments: [true, false])
  func creeping(statesSpeed: Bool) {
    var scenario = Scenario([home])
    scenario.statesSpeed = statesSpeed
    scenario.drive(from: (-600, 0), to: (-300, 0))
    scenario.drive(from: (-300, 0), to: (300, 0), speed: 1)
    #expect(scenario.arrivals.isEmpty)
    let corners = [(300.0, 0.0), (800, 0), (800, 500), (300, 500), (300, 0)]
    for (from, to) in zip(corners, corners.dropFirst()) {
      scenario.drive(from: from, to: to, speed: 1.2)
    }
    #expect(scenario.arrivals.isEmpty)
  }

  @Test("dawarich#2775, dawarich#2786, reitti#195: driving past again and again is no visit")
  func driveBy() {
    var scenario = Scenario([home])
    for _ in 0..<20 {
      scenario.drive(from: (-600, 0), to: (600, 0))
      scenario.drive(from: (600, 200), to: (-600, 200))
    }
    #expect(scenario.arrivals.isEmpty)
    #expect(scenario.outcomes.count { if case .visitChanged = $0 { true } else { false } } == 0)
  }

  @Test("A day of a parked receiver that wanders brings one arrival and nothing else")
  func parkedDay() {
    for seed in 1...3 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var scenario = Scenario([home, Scenario.place(2, 60, 0, radius: 30)])
      scenario.drive(from: (-600, 0), to: (0, 0))
      var (east, north) = (0.0, 0.0)
      for _ in 0..<86_400 {
        // Gauss and Markov's process: 8 m an axis, a minute long.
        east = 0.9835 * east + generator.normal(deviation: 8 * 0.181)
        north = 0.9835 * north + generator.normal(deviation: 8 * 0.181)
        scenario.fix(
          Scenario.point(east, north), speed: abs(generator.normal(deviation: 0.2)))
      }
      #expect(scenario.arrivals.count == 1, "seed \(seed)")
      #expect(scenario.departures.isEmpty, "seed \(seed)")
      #expect(scenario.currentPlaces.count <= 1, "seed \(seed)")
      #expect(scenario.published.count < 30, "seed \(seed)")
    }
  }

  @Test("SignalK#3048: a moored boat with half a knot of noise is one visit")
  func moored() {
    var settings = DetectionSettings()
    settings.stopRadiusMeters = 100
    var generator = SeededGenerator(seed: 5)
    var scenario = Scenario([Scenario.place(1, 0, 0, radius: 100)], settings: settings)
    scenario.drive(from: (-900, 0), to: (-60, 0), speed: 3)
    for second in 0..<20_000 {
      let swing = Double(second) / 600
      scenario.fix(
        Scenario.point(60 * sinApproximation(swing), 60 * sinApproximation(swing + 1.57)),
        speed: abs(generator.normal(mean: 0.2, deviation: 0.1)))
    }
    #expect(scenario.arrivals.count == 1)
    #expect(scenario.departures.isEmpty)
  }

  @Test("mowglinext#694: a frozen coordinate with speed is no arrival, and detection says so")
  func frozen() {
    var scenario = Scenario([home])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 200, speed: 2.6)
    #expect(scenario.arrivals.isEmpty)
    #expect(scenario.detector.isFrozen)
  }

  @Test(
    "avnav#614, anchoralarm#63, RN#892, Tracelet#274: no single bad fix ends a visit",
    arguments: [60.0, 150, 400, 5000])
  func oneBadFix(distance: Double) {
    var scenario = parked([home])
    scenario.fix(Scenario.point(distance, 0), speed: 0)
    scenario.fix(Scenario.point(0, distance), speed: 0, accuracy: 17_000)
    scenario.stand(0, 0, seconds: 300)
    #expect(scenario.departures.isEmpty)
    #expect(scenario.currentPlaces == [1])
  }

  @Test("iCloud3#274: jumps of 400 m to one side, ten a day, end nothing")
  func jumps() {
    var scenario = parked([home])
    for _ in 0..<10 {
      for _ in 0..<45 { scenario.fix(Scenario.point(-280, -280), speed: 0.1) }
      scenario.stand(0, 0, seconds: 1200)
    }
    #expect(scenario.departures.isEmpty)
    #expect(scenario.currentPlaces == [1])
  }

  @Test(
    "Tracelet#276: a departure is told within 60 s or 300 m however poor the receiver is",
    arguments: [8.0, 20, 50, 150])
  func poorDeparture(accuracy: Double) {
    var scenario = parked([Scenario.place(1, 0, 0, radius: 50)])
    scenario.accuracy = accuracy
    scenario.drive(from: (0, 0), to: (14 * 60, 0))
    if accuracy > 100 { scenario.drive(from: (14 * 60, 0), to: (14 * 180, 0)) }
    #expect(scenario.departures.count == 1)
  }

  @Test("A leap over lost seconds, with a speed made from it, ends nothing")
  func leapOverLostSeconds() {
    var scenario = Scenario([Scenario.place(1, 0, 0, radius: 30)])
    scenario.accuracy = 25
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 600)
    scenario.forget()
    for lost in 2...5 {
      scenario.silence(seconds: Double(lost) - 1)
      // The mean speed of the last five seconds, as some receivers make it from positions.
      scenario.stand(-120, 50, seconds: 4, speed: 130 / 5)
      scenario.stand(-120, 50, seconds: 52, speed: 0.5)
      scenario.stand(0, 0, seconds: 5, speed: 130 / 5)
      scenario.stand(0, 0, seconds: 300, speed: 0.3)
    }
    #expect(scenario.departures.isEmpty && scenario.arrivals.isEmpty)
    #expect(scenario.currentPlaces.isEmpty)
  }

  @Test("HA#110027: whatever the accuracy claims, 200 m and two minutes end it")
  func hardBound() {
    var scenario = parked([home])
    scenario.stand(600, 0, seconds: 400, every: 5)
    #expect(scenario.departures.count == 1)
  }

  @Test("reitti#1034: 262 m to and fro in the night, claimed to 13 m, is the same stay")
  func nightJump() {
    var scenario = parked([home], seconds: 3600)
    scenario.fix(Scenario.point(262.8, 0), speed: nil, accuracy: 13, after: 60)
    scenario.fix(Scenario.point(20, 0), speed: nil, accuracy: 400, after: 600)
    scenario.stand(0, 0, seconds: 600)
    #expect(scenario.departures.isEmpty)
  }

  @Test("dawarich#2966: a fix every 15 minutes, all within 5 m, is one visit")
  func heartbeat() {
    var generator = SeededGenerator(seed: 9)
    var scenario = Scenario([home])
    scenario.drive(from: (-600, 0), to: (0, 0))
    for _ in 0..<40 {
      scenario.fix(
        Scenario.point(generator.normal(deviation: 2), generator.normal(deviation: 2)),
        after: 900)
    }
    #expect(scenario.arrivals.count == 1)
    #expect(scenario.departures.isEmpty)
  }

  @Test("A walker who leaves is seen to leave, although he never drives")
  func walkAway() {
    var scenario = parked([home], seconds: 600)
    scenario.drive(from: (0, 0), to: (300, 0), speed: 1.4)
    #expect(scenario.departures.count == 1)
  }
}

/// A triangle wave between -1 and 1 with the period of a sine: a boat swinging at its mooring.
private func sinApproximation(_ x: Double) -> Double {
  let phase = (x / 6.2832).truncatingRemainder(dividingBy: 1)
  return phase < 0.25 ? phase * 4 : phase < 0.75 ? 2 - phase * 4 : phase * 4 - 4
}
