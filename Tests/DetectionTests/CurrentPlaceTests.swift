import Detection
import Geography
import TestSupport
import Testing

@Suite("The current place, passages and selection")
struct CurrentPlaceTests {
  @Test("HA#69586: Home inside Near-Home is stable")
  func nested() {
    var generator = SeededGenerator(seed: 2)
    var scenario = Scenario([
      Scenario.place(1, 0, 0, radius: 40), Scenario.place(2, 20, 0, radius: 300),
    ])
    scenario.drive(from: (-900, 0), to: (0, 0))
    for _ in 0..<7200 {
      scenario.fix(
        Scenario.point(generator.normal(deviation: 12), generator.normal(deviation: 12)),
        speed: abs(generator.normal(deviation: 0.3)))
    }
    #expect(scenario.currentPlaces.last == 1)
    #expect(scenario.currentPlaces.count <= 2)
  }

  @Test(
    "HA#173637, HA#82496: inner and outer place are both told to hold the vehicle, the smaller first"
  )
  func both() throws {
    var scenario = Scenario([
      Scenario.place(1, 0, 0, radius: 300), Scenario.place(2, 0, 0, radius: 40),
    ])
    scenario.stand(0, 0, seconds: 60)
    let likely = try #require(scenario.published.last?.likely)
    #expect(likely.containing.map(\.candidate.id) == [2, 1])
  }

  @Test("HA#122081: of two places a few metres apart one wins and nothing alternates")
  func twins() {
    var generator = SeededGenerator(seed: 3)
    var scenario = Scenario([
      Scenario.place(1, -3, 0, radius: 30), Scenario.place(2, 3, 0, radius: 30),
    ])
    scenario.drive(from: (-600, 0), to: (0, 0))
    for _ in 0..<3600 {
      scenario.fix(
        Scenario.point(generator.normal(deviation: 6), generator.normal(deviation: 6)),
        speed: 0.1)
    }
    #expect(scenario.currentPlaces.count == 1)
  }

  @Test("HA#175663, iOS#841: parked between two zones, just outside both edges, nothing flaps")
  func edge() {
    for (first, second, gap) in [(30.0, 11.0, 72.0), (100, 155, 260)] {
      var generator = SeededGenerator(seed: 4)
      var scenario = Scenario([
        Scenario.place(1, 0, 0, radius: first), Scenario.place(2, gap, 0, radius: second),
      ])
      scenario.drive(from: (-900, 0), to: (first + 4, 0))
      for _ in 0..<7200 {
        scenario.fix(
          Scenario.point(
            first + 4 + generator.normal(deviation: 8), generator.normal(deviation: 8)),
          speed: abs(generator.normal(deviation: 0.2)))
      }
      #expect(scenario.currentPlaces.count <= 1)
      #expect(scenario.departures.isEmpty)
    }
  }

  @Test("iCloud3#209: a fix of 96 m near a neighbour does not take Home away")
  func poorNeighbour() {
    var scenario = Scenario([
      Scenario.place(1, 0, 0, radius: 50), Scenario.place(2, 190, 0, radius: 150),
    ])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 300)
    scenario.forget()
    for _ in 0..<60 { scenario.fix(Scenario.point(60, 0), accuracy: 96) }
    #expect(scenario.currentPlaces.isEmpty)
  }

  @Test("Tracelet#268: to and fro across an edge under way is one entry at most")
  func alternation() {
    var scenario = Scenario([Scenario.place(1, 0, 0, radius: 100)])
    for turn in 0..<40 {
      let inside = turn.isMultiple(of: 2)
      scenario.drive(from: (inside ? 110 : 90, 0), to: (inside ? 90 : 110, 0), speed: 1.4)
    }
    #expect(scenario.currentPlaces.count <= 1)
  }

  @Test("RN#950: one poor fix elsewhere does not drop the current place from the candidates")
  func staysCandidate() {
    var scenario = Scenario([Scenario.place(1, 0, 0, radius: 30)])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 300)
    scenario.fix(Scenario.point(3000, 0), accuracy: 1338)
    #expect(scenario.currentPlaces == [1])
    let likely = scenario.detector.likely(
      at: Sample(position: Scenario.point(3000, 0), sigmaMeters: 5), places: scenario.table)
    #expect(likely?.entries.contains { $0.candidate.id == 1 } == true)
  }

  @Test("owntracks/android#54: two places with one centre and radius are both told")
  func coincident() throws {
    var scenario = Scenario([
      Scenario.place(1, 0, 0, radius: 50), Scenario.place(2, 0, 0, radius: 50),
    ])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 200)
    let visit = try #require(scenario.arrivals.first)
    #expect(visit.placeID == 1)
    #expect(scenario.published.last?.likely.containing.map(\.candidate.id) == [1, 2])
  }

  @Test("A place between two fixes is passed, once, and dated between them")
  func passedBetween() {
    var scenario = Scenario([
      Scenario.place(1, 500, 0, radius: 40), Scenario.place(2, 700, 60, radius: 40),
      Scenario.place(3, 900, 0, radius: 0),
    ])
    scenario.drive(from: (0, 0), to: (1500, 0), speed: 25, every: 5)
    #expect(scenario.passed == [1])
  }

  @Test("A place with a stop is not passed")
  func stopIsNoPassage() {
    var scenario = Scenario([Scenario.place(1, 0, 0, radius: 40)])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 200)
    scenario.drive(from: (0, 0), to: (600, 0))
    #expect(scenario.passed.isEmpty)
    #expect(scenario.departures.count == 1)
  }

  @Test("Published lists are at least the filter distance apart, but for stated reasons")
  func filter() {
    var scenario = Scenario(
      (-20...20).map { Scenario.place($0 + 50, Double($0) * 100, 20, radius: 8) })
    scenario.drive(from: (-2000, 0), to: (2000, 0))
    let moved = scenario.published.filter { $0.reason == .moved }.map(\.fix.position)
    #expect(moved.count > 50)
    #expect(zip(moved, moved.dropFirst()).allSatisfy { $0.distance(to: $1) >= 49.9 })
    #expect(scenario.published.first?.reason == .start)
  }

  @Test("A filter of 0 publishes every change")
  func noFilter() {
    var settings = DetectionSettings()
    settings.filterDistanceMeters = 0
    var scenario = Scenario([Scenario.place(1, 50, 60, radius: 8)], settings: settings)
    scenario.drive(from: (0, 0), to: (100, 0), speed: 10)
    #expect(scenario.published.count == 10)
  }

  @Test("Selecting the place one stands at teaches, corrects the visit and ends on departure")
  func select() {
    let (near, mine) = (Scenario.place(1, 10, 0, radius: 8), Scenario.place(2, -25, 0, radius: 8))
    var scenario = Scenario([near, mine])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 200)
    #expect(scenario.detector.state.visit?.placeID != 2)
    let selected = scenario.detector.select(mine, isFresh: true, places: scenario.table)
    #expect(selected.lesson?.placeID == 2)
    #expect(scenario.detector.state.visit?.placeID == 2)
    #expect(scenario.detector.state.visit?.isConfirmed == true)
    #expect(scenario.detector.state.currentPlaceID == 2)
    scenario.drive(from: (0, 0), to: (600, 0))
    #expect(scenario.outcomes.contains(.selectionEnded))
    #expect(scenario.detector.state.selection == nil)
  }

  @Test("Selecting a far search result is a marker and nothing else")
  func farMarker() {
    let far = Scenario.place(2, 5000, 0, radius: 8)
    var scenario = Scenario([Scenario.place(1, 0, 0, radius: 30), far])
    scenario.drive(from: (-600, 0), to: (0, 0))
    scenario.stand(0, 0, seconds: 200)
    let selected = scenario.detector.select(far, isFresh: true, places: scenario.table)
    #expect(selected.lesson == nil)
    #expect(scenario.detector.state.visit?.placeID == 1)
    scenario.drive(from: (0, 0), to: (600, 0))
    #expect(scenario.detector.state.selection?.placeID == 2)
  }

  @Test("Selecting on a stale fix or under way teaches nothing")
  func noLesson() {
    let place = Scenario.place(1, 0, 0, radius: 30)
    var scenario = Scenario([place])
    scenario.drive(from: (-600, 0), to: (0, 0))
    #expect(scenario.detector.select(place, isFresh: true, places: scenario.table).lesson == nil)
    scenario.stand(0, 0, seconds: 60)
    #expect(scenario.detector.select(place, isFresh: false, places: scenario.table).lesson == nil)
  }
}
