import Detection
import Geography
import TestSupport
import Testing

@Suite("Likelihoods")
struct LikelihoodTests {
  private func ask(
    _ rows: [Candidate], at position: Coordinate = Scenario.origin, accuracy: Double = 10,
    lessons: Lessons = Lessons()
  ) -> Likely {
    LikelihoodModel(lessons: lessons).likely(
      at: Sample(position: position, sigmaMeters: accuracy / Fix.accuracyPerSigma),
      places: PlaceTable(rows))
  }

  private func street(count: Int, seed: UInt64) -> [Candidate] {
    var generator = SeededGenerator(seed: seed)
    return (1...count).map { id in
      Scenario.place(
        id, .random(in: -400...400, using: &generator), .random(in: -400...400, using: &generator),
        radius: .random(in: 0...30, using: &generator),
        popularity: .random(in: 0.2...8, using: &generator))
    }
  }

  @Test("Over all candidates likelihoods and elsewhere sum to 1, sorted, and are probabilities")
  func distribution() {
    for seed in 1...50 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let likely = ask(
        street(count: Int.random(in: 0...600, using: &generator), seed: seed),
        accuracy: .random(in: 1...5000, using: &generator))
      let sum = likely.entries.reduce(likely.elsewhere) { $0 + $1.likelihood }
      #expect(abs(sum - 1) < 1e-9, "seed \(seed)")
      #expect(likely.entries.allSatisfy { (0...1).contains($0.likelihood) }, "seed \(seed)")
      #expect(likely.entries.allSatisfy { (0...1).contains($0.within) }, "seed \(seed)")
      #expect(
        zip(likely.entries, likely.entries.dropFirst()).allSatisfy {
          $0.likelihood >= $1.likelihood
        }, "seed \(seed)")
    }
  }

  @Test("The answer does not depend on how many places lie in another country")
  func otherCountries() {
    let here = street(count: 100, seed: 7)
    let there = (1000..<3000).map {
      Candidate(id: $0, position: at(Double($0) / 100, 60), popularity: 3)
    }
    #expect(ask(here) == ask(here + there))
  }

  @Test("HA#46261, HA#47679, HA#48860: a fix of 3 km claims no small place, and a town about half")
  func poorFix() {
    let small = ask([Scenario.place(1, 0, 0, radius: 30)], accuracy: 3000)
    #expect(small.entries[0].within < 0.01)
    #expect(small.entries[0].likelihood < 0.6)
    let town = ask([Scenario.place(1, 0, 0, radius: 2500)], accuracy: 3000)
    #expect((0.4...0.65).contains(town.entries[0].within))
  }

  @Test(
    "osm-search/Nominatim#2785, HA#146252: of two places that hold the fix the smaller is likelier")
  func smaller() {
    let likely = ask([
      Scenario.place(1, 0, 0, radius: 500), Scenario.place(2, 10, 0, radius: 30),
    ])
    #expect(likely.entries[0].candidate.id == 2)
    #expect(likely.entries[0].likelihood > 0.8)
    #expect(likely.containing.map(\.candidate.id) == [2, 1])
  }

  @Test("The big place does not lose to a small one that is ruled out")
  func bigWhenSmallIsFar() {
    let likely = ask([
      Scenario.place(1, 0, 0, radius: 500), Scenario.place(2, 300, 0, radius: 20),
    ])
    #expect(likely.entries[0].candidate.id == 1)
  }

  @Test("Ties go to the smaller extent, then to the lower id, every time")
  func ties() {
    let rows = [3, 1, 2].map { Scenario.place($0, 0, 0, radius: 30) }
    #expect(ask(rows).entries.map(\.candidate.id) == [1, 2, 3])
  }

  @Test("HA#122081: priority decides between places on one ground")
  func priority() {
    let likely = ask([
      Scenario.place(1, 0, 0, radius: 30), Scenario.place(2, 0, 0, radius: 30, priority: 1),
    ])
    #expect(likely.entries[0].candidate.id == 2)
    #expect(likely.entries[0].likelihood > 0.85)
  }

  @Test("HA#1957, HA#2830: an accuracy of 0, below 0, NaN or none is unknown, and a floor holds")
  func unknownAccuracy() {
    for value in [0, -5, Double.nan, nil] {
      let fix = Fix(position: Scenario.origin, time: nil, accuracyMeters: value)
      #expect(fix.accuracyMeters == nil)
      #expect(fix.sigmaMeters == 16)
    }
    let rows = [Scenario.place(1, 12, 0, radius: 0), Scenario.place(2, -14, 0, radius: 0)]
    #expect(ask(rows, accuracy: 0.01).entries[0].likelihood < 0.9)
  }

  @Test("A place confirmed three times is picked over a nearer one it is confused with")
  func visitedBefore() {
    let near = Scenario.place(1, 12, 0, radius: 8)
    let mine = Scenario.place(2, -30, 0, radius: 8)
    var lessons = Lessons()
    for day in 0..<3 {
      lessons.learn(
        Lesson(
          placeID: 2, position: Scenario.point(2, 1), sigmaMeters: 5,
          time: UTCTime("2026-05-01T10:00:00Z")!.advanced(bySeconds: Double(day) * 86_400)),
        at: mine)
    }
    #expect(ask([near, mine]).entries[0].candidate.id == 1)
    let taught = ask([near, mine], lessons: lessons)
    #expect(taught.entries[0].candidate.id == 2)
    #expect(taught.entries[0].learned != nil)
    lessons.forget(placeID: 2)
    #expect(ask([near, mine], lessons: lessons) == ask([near, mine]))
  }

  @Test("The parking distance is learned from all places and holds for those never visited")
  func parkingOffset() {
    let rows = (1...30).map { Scenario.place($0, Double($0) * 400, 0, radius: 8) }
    let shop = Scenario.place(98, -3000, 5, radius: 8, popularity: 1)
    let market = Scenario.place(99, -3000, 45, radius: 8, popularity: 8)
    func taught(offset: Double) -> Likely {
      var lessons = Lessons()
      for row in rows.prefix(25) {
        lessons.learn(
          Lesson(
            placeID: row.id,
            position: row.position.moved(offset, towards: Double(row.id * 67 % 360)),
            sigmaMeters: 5, time: UTCTime("2026-05-01T10:00:00Z")!), at: row)
      }
      return ask(rows + [shop, market], at: Scenario.point(-3000, 0), lessons: lessons)
    }
    #expect(taught(offset: 3).entries[0].candidate.id == 98)
    #expect(taught(offset: 40).entries[0].candidate.id == 99)
  }

  @Test("Lessons fade by half in 180 days against newer ones")
  func fading() throws {
    let rows = [-20.0, 20, 0].enumerated().map {
      Scenario.place($0 + 1, $1, 0, radius: 8, popularity: 1)
    }
    var lessons = Lessons()
    let start = UTCTime("2026-01-01T10:00:00Z")!
    for (row, time) in zip(rows, [start, start.advanced(bySeconds: Lessons.halfLifeSeconds)]) {
      lessons.learn(
        Lesson(placeID: row.id, position: Scenario.origin, sigmaMeters: 5, time: time), at: row)
    }
    let priors = ask(rows, lessons: lessons).entries.reduce(into: [:]) {
      $0[$1.candidate.id] = $1.prior
    }
    let unvisited = try #require(priors[3])
    let (old, new) = (try #require(priors[1]), try #require(priors[2]))
    #expect(abs((new - unvisited) / (old - unvisited) - 2) < 1e-6)
  }

  @Test("An outline counts, not the circle around it")
  func outline() throws {
    // A strip 400 m long and 20 m wide: its circle holds much that it does not.
    let corners = [(-200.0, -10.0), (200, -10), (200, 10), (-200, 10)].map {
      Scenario.point($0.0, $0.1)
    }
    let polygon = try #require(Polygon(rings: [corners]))
    let strip = Candidate(id: 1, position: Scenario.origin, radiusMeters: 201, polygon: polygon)
    let beside = ask([strip], at: Scenario.point(0, 120))
    let inside = ask([strip], at: Scenario.point(150, 0), accuracy: 4)
    #expect(beside.entries[0].within < 0.01)
    #expect(beside.entries[0].distanceMeters > 105)
    #expect(inside.entries[0].within > 0.9)
  }

  @Test("iCloud3#32: distance, radius and accuracy are all metres, on either side of the edge")
  func meters() {
    // Compared with 96 m as the 0.24 of kilometres, this were inside.
    let away = ask([Scenario.place(1, 240, 0, radius: 50)], accuracy: 96).entries[0]
    #expect(abs(away.distanceMeters - 190) < 1 && away.within < 0.05)
    for (distance, toEdge) in [(49.0, 0.0), (51, 1), (1050, 1000)] {
      let entry = LikelihoodModel().likely(
        at: Sample(position: Scenario.origin, sigmaMeters: 500),
        places: PlaceTable([Scenario.place(1, distance, 0, radius: 50)])
      ).entries[0]
      #expect(abs(entry.distanceMeters - toEdge) < 0.01 * max(1, toEdge))
    }
  }

  @Test("The integral over a disc agrees with counting random points")
  func containment() {
    var generator = SeededGenerator(seed: 3)
    for (distance, radius, sigma) in [
      (0.0, 10.0, 20.0), (30, 30, 10), (100, 500, 300), (5, 8, 4), (60, 50, 4), (0, 2500, 1980),
    ] {
      let place = Scenario.place(1, distance, 0, radius: radius)
      let within = LikelihoodModel().likely(
        at: Sample(position: Scenario.origin, sigmaMeters: sigma), places: PlaceTable([place])
      ).entries[0].within
      let hits = (0..<40_000).count { _ in
        let east = generator.normal(deviation: sigma) - distance
        let north = generator.normal(deviation: sigma)
        return east * east + north * north <= radius * radius
      }
      #expect(abs(within - Double(hits) / 40_000) < 0.012, "\(distance) \(radius) \(sigma)")
    }
  }
}
