import Detection
import Geography
import TestSupport
import Testing

@Suite("Power cuts, gaps, restarts and edits")
struct ContinuityTests {
  private let home = Scenario.place(1, 0, 0, radius: 30)

  private func arriving(_ places: [Candidate]) -> Scenario {
    var scenario = Scenario(places)
    scenario.drive(from: (-600, 0), to: (0, 0))
    return scenario
  }

  @Test("Ignition off seconds after stopping: started there again, one visit from the stop on")
  func ignitionOff() throws {
    var scenario = arriving([home])
    let stopped = scenario.time
    scenario.stand(0, 0, seconds: 10)
    #expect(scenario.outcomes.contains(.checkpoint))
    scenario.powerCycle()
    scenario.silence(seconds: 36_000)
    scenario.stand(5, 5, seconds: 30)
    let visit = try #require(scenario.arrivals.first)
    #expect(scenario.arrivals.count == 1)
    #expect(abs(try #require(visit.arrivedAt).seconds(since: stopped)) <= 2)
    #expect(visit.isInferred)
    #expect(scenario.departures.isEmpty)
  }

  @Test("teslamate#681: started elsewhere, the parked place is departed within an interval")
  func ignitionOffElsewhere() throws {
    var scenario = arriving([home])
    scenario.stand(0, 0, seconds: 10)
    let lastSeen = scenario.time
    scenario.powerCycle()
    scenario.silence(seconds: 36_000)
    let firstSeen = scenario.time
    scenario.drive(from: (2000, 0), to: (3000, 0))
    let visit = try #require(scenario.departures.first)
    let interval = try #require(visit.departedBetween)
    #expect(visit.isInferred)
    #expect(visit.departedAt == nil)
    #expect(abs(interval.lowerBound.seconds(since: lastSeen)) <= 2)
    #expect(abs(interval.upperBound.seconds(since: firstSeen)) <= 2)
    #expect(scenario.arrivals.count == 1)
  }

  @Test(
    "Of a state that cannot be read the open visit is left: it goes on, or is departed within an interval",
    arguments: [true, false])
  func resumedVisit(isThere: Bool) throws {
    var scenario = arriving([home])
    scenario.stand(0, 0, seconds: 200)
    let arrival = try #require(scenario.arrivals.first)
    let seen = scenario.outcomes.count
    scenario.detector = Detector(
      settings: scenario.detector.settings,
      state: DetectorState(resuming: arrival, selected: 1))
    #expect(scenario.detector.state.currentPlaceID == 1)
    scenario.silence(seconds: 36_000)
    let firstSeen = scenario.time
    if isThere {
      scenario.stand(5, 5, seconds: 600)
      #expect(scenario.outcomes.count { if case .current = $0 { true } else { false } } == 1)
      #expect(scenario.departures.isEmpty && scenario.arrivals.count == 1)
      scenario.drive(from: (0, 0), to: (2000, 0))
      #expect(scenario.departures.first?.departedAt != nil)
    } else {
      scenario.drive(from: (2000, 0), to: (3000, 0))
      let interval = try #require(scenario.departures.first?.departedBetween)
      #expect(interval.lowerBound == arrival.arrivedAt)
      #expect(abs(interval.upperBound.seconds(since: firstSeen)) <= 2)
    }
    #expect(scenario.departures.map(\.id) == [arrival.id])
    #expect(scenario.outcomes.dropFirst(seen).contains(.selectionEnded))
    #expect(scenario.detector.state.visit == nil && scenario.detector.state.selection == nil)
  }

  @Test("When an arrival is due is known as soon as the stop is, by the place's own time too")
  func due() throws {
    var scenario = arriving([home])
    #expect(scenario.detector.arrivalDue == nil)
    let stopped = scenario.time
    scenario.stand(0, 0, seconds: 20)
    let due = try #require(scenario.detector.arrivalDue)
    #expect(abs(due.seconds(since: stopped) - 120) <= 2)
    var own = home
    own.arriveAfterSeconds = 600
    var slow = arriving([own])
    let slowStopped = slow.time
    slow.stand(0, 0, seconds: 20)
    #expect(abs(try #require(slow.detector.arrivalDue).seconds(since: slowStopped) - 600) <= 2)
    scenario.stand(0, 0, seconds: 200)
    #expect(scenario.detector.arrivalDue == nil)
  }

  @Test("A power cut under way makes no visit of the last red light", arguments: [20.0, 150, 900])
  func powerCutUnderWay(afterSeconds: Double) throws {
    var scenario = arriving([])
    scenario.stand(0, 0, seconds: 10)
    let stored = scenario.detector.state
    // What was driven since is not stored.
    scenario.silence(seconds: afterSeconds)
    let east = afterSeconds * 14
    scenario.detector = Detector(settings: scenario.detector.settings, state: stored)
    scenario.drive(from: (east, 0), to: (east + 500, 0))
    let stopped = scenario.time
    scenario.stand(east + 500, 0, seconds: 200)
    #expect(scenario.departures.isEmpty)
    let arrival = try #require(scenario.arrivals.first?.arrivedAt)
    #expect(scenario.arrivals.count == 1 && abs(arrival.seconds(since: stopped)) <= 2)
  }

  @Test("A stop right after a power cut under way is dated to its first fix")
  func stopAfterPowerCut() throws {
    var scenario = arriving([])
    scenario.stand(0, 0, seconds: 10)
    let stored = scenario.detector.state
    scenario.silence(seconds: 300)
    scenario.detector = Detector(settings: scenario.detector.settings, state: stored)
    let stopped = scenario.time
    scenario.stand(3600, 0, seconds: 200)
    let visit = scenario.outcomes.compactMap {
      switch $0 {
      case .arrived(let visit, _), .visitChanged(let visit, _): visit
      default: nil as Visit?
      }
    }
    #expect(visit.count == 1)
    #expect(abs(try #require(visit.first).knownSince.seconds(since: stopped)) <= 2)
  }

  @Test("A provisional stop needs 200 m driven, and comes once a minute at most")
  func provisional() {
    var scenario = Scenario([home])
    scenario.stand(0, 0, seconds: 60)
    #expect(!scenario.outcomes.contains(.checkpoint))
    for block in 0..<10 {
      let east = Double(block) * 250
      scenario.drive(from: (east, 0), to: (east + 250, 0))
      scenario.stand(east + 250, 0, seconds: 8)
    }
    let stored = scenario.outcomes.count { $0 == .checkpoint }
    #expect((2...5).contains(stored))
  }

  @Test("geopulse#395: one fix at home, three hours of silence, then 50 km/h")
  func silenceThenMotion() throws {
    var scenario = Scenario([home])
    scenario.fix(Scenario.origin, after: 10_680)
    scenario.drive(from: (30, 0), to: (2000, 0))
    let visit = try #require(scenario.departures.first)
    #expect(visit.isInferred)
    #expect(scenario.departures.count == 1)
  }

  @Test("geopulse#196, dawarich#3203: no fixes for hours indoors, then near the same spot again")
  func indoors() {
    var scenario = arriving([home])
    scenario.stand(0, 0, seconds: 150)
    scenario.silence(seconds: 4 * 3600)
    scenario.stand(40, 10, seconds: 60)
    scenario.drive(from: (0, 0), to: (800, 0))
    #expect(scenario.arrivals.count == 1)
    #expect(scenario.departures.count == 1)
    #expect(scenario.departures.first?.isInferred == true)
  }

  @Test("A leap just before the signal is lost in a garage does not hide the stay")
  func leapBeforeGap() throws {
    var scenario = arriving([home])
    let stopped = scenario.time
    scenario.loseSignal(seconds: 15)
    scenario.stand(266, 186, seconds: 3, speed: 0.1)
    scenario.stand(0, 0, seconds: 17, speed: 0.1)
    scenario.loseSignal(seconds: 4700)
    scenario.stand(0, 0, seconds: 20, speed: 0.1)
    scenario.drive(from: (0, 0), to: (800, 0))
    #expect(scenario.arrivals.count == 1 && scenario.departures.count == 1)
    #expect(
      abs(try #require(scenario.arrivals.first?.arrivedAt).seconds(since: stopped)) <= 20)
    #expect(scenario.departures.first?.placeID == 1)
  }

  @Test(
    "traccar#2282: the battery dies inside and comes back outside: one departure, dated honestly")
  func batteryDies() throws {
    var scenario = arriving([home])
    scenario.stand(0, 0, seconds: 600)
    let lastInside = scenario.time
    scenario.silence(seconds: 7200)
    let firstOutside = scenario.time
    scenario.stand(3000, 0, seconds: 300)
    #expect(scenario.departures.count == 1)
    let arrival = try #require(scenario.arrivals.last)
    #expect(scenario.arrivals.count == 2 && arrival.isInferred)
    #expect(abs(try #require(arrival.arrivedAt).seconds(since: firstOutside)) <= 2)
    let interval = try #require(scenario.departures.first?.departedBetween)
    #expect(abs(interval.lowerBound.seconds(since: lastInside)) <= 2)
    #expect(abs(interval.upperBound.seconds(since: firstOutside)) <= 2)
  }

  @Test("iCloud3_v3#131: an old fix and one far away make no stay between them")
  func staleFix() {
    var scenario = Scenario([home])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.silence(seconds: 480)
    scenario.drive(from: (2010, 0), to: (3000, 0))
    #expect(scenario.arrivals.isEmpty)
    #expect(scenario.departures.isEmpty)
  }

  @Test("owntracks/ios#89: the first fix after the tunnel is inside, and the arrival is due")
  func afterTunnel() {
    var scenario = Scenario([home])
    scenario.drive(from: (-2000, 0), to: (-900, 0))
    scenario.loseSignal(seconds: 70)
    scenario.stand(0, 0, seconds: 130)
    #expect(scenario.arrivals.first?.arrivedAt != nil)
    #expect(scenario.currentPlaces == [1])
  }

  @Test("Starting inside a place is its state, and no arrival")
  func startInside() {
    var scenario = Scenario([home])
    scenario.stand(0, 0, seconds: 300)
    #expect(scenario.arrivals.isEmpty)
    #expect(scenario.currentPlaces == [1])
    let opened = scenario.outcomes.compactMap {
      if case .visitChanged(let visit, _) = $0 { visit } else { nil }
    }
    #expect(opened.count == 1)
    #expect(opened.first?.arrivedAt == nil)
    scenario.drive(from: (0, 0), to: (600, 0))
    #expect(scenario.departures.count == 1)
    #expect(scenario.departures.first?.departedAt != nil)
  }

  @Test("openhab#6939: after a restart nothing is told twice and the next change is not lost")
  func restart() {
    var scenario = arriving([home])
    scenario.stand(0, 0, seconds: 300)
    scenario.forget()
    scenario.powerCycle()
    scenario.stand(0, 0, seconds: 300)
    #expect(scenario.arrivals.isEmpty)
    #expect(scenario.currentPlaces.isEmpty)
    scenario.drive(from: (0, 0), to: (600, 0))
    #expect(scenario.departures.count == 1)
    #expect(scenario.currentPlaces == [0])
  }

  @Test("The same stream in two pieces with a clean stop between gives the same outcomes")
  func twoPieces() {
    func run(cuts: Set<Int>) -> [Outcome] {
      var generator = SeededGenerator(seed: 11)
      var scenario = Scenario([home, Scenario.place(2, 1500, 0, radius: 50)])
      var step = 0
      func legs(_ scenario: inout Scenario) {
        scenario.drive(from: (-600, 0), to: (0, 0))
        scenario.stand(0, 0, seconds: 40)
        scenario.drive(from: (0, 0), to: (1500, 0))
        for _ in 0..<300 {
          scenario.fix(
            Scenario.point(
              1500 + generator.normal(deviation: 3), generator.normal(deviation: 3)), speed: 0.1)
          step += 1
          if cuts.contains(step) { scenario.powerCycle() }
        }
        scenario.drive(from: (1500, 0), to: (3000, 0))
      }
      legs(&scenario)
      return scenario.outcomes.filter {
        switch $0 {
        case .arrived, .departed, .passed, .current, .visitChanged: true
        default: false
        }
      }
    }
    let whole = run(cuts: [])
    for cut in [1, 5, 60, 119, 120, 121, 299] { #expect(run(cuts: [cut]) == whole) }
    #expect(run(cuts: Set(1...300)) == whole)
  }

  @Test(
    "HA#10357, places#445, places#446: a place made, edited or removed around the parked vehicle counts at once"
  )
  func edits() {
    var scenario = arriving([])
    scenario.stand(0, 0, seconds: 300)
    #expect(scenario.currentPlaces.isEmpty)
    scenario.table = PlaceTable([home])
    let made = scenario.detector.placesChanged(places: scenario.table)
    #expect(made.contains { if case .current(1, _, _) = $0 { true } else { false } })
    #expect(
      made.contains { if case .visitChanged(let v, _) = $0 { v.placeID == 1 } else { false } })
    #expect(made.contains { if case .likely(_, _, .places) = $0 { true } else { false } })
    scenario.table = PlaceTable([])
    let gone = scenario.detector.placesChanged(removed: [1], places: scenario.table)
    #expect(gone.contains { if case .current(nil, _, _) = $0 { true } else { false } })
    #expect(scenario.detector.placesChanged(places: scenario.table).isEmpty)
  }

  @Test("A correction by the user is never overwritten")
  func correction() {
    let rival = Scenario.place(2, 40, 0, radius: 30)
    var scenario = arriving([home, rival])
    scenario.stand(0, 0, seconds: 300)
    _ = scenario.detector.correctVisit(to: 2)
    _ = scenario.detector.placesChanged(places: scenario.table)
    scenario.stand(0, 0, seconds: 600)
    #expect(scenario.detector.state.visit?.placeID == 2)
    scenario.drive(from: (0, 0), to: (600, 0))
    #expect(scenario.departures.first?.placeID == 2)
    #expect(scenario.departures.first?.isConfirmed == true)
  }
}
