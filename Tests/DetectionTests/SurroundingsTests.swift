import Geography
import TestSupport
import Testing

@testable import Detection

@Suite("The places around the vehicle")
struct SurroundingsTests {
  @Test(
    "Along any way, in empty country and in the densest town, they are those of the table",
    arguments: [(1, 5), (2, 60), (3, 900)])
  func sameAsTheTable(seed: UInt64, count: Int) {
    var random = SeededGenerator(seed: seed)
    let home = at(60.17, 24.94)
    let table = PlaceTable(
      (1...count).map { id in
        Candidate(
          id: id,
          position: home.moved(
            .random(in: 0...400, using: &random), towards: Double(id * 77 % 360)),
          radiusMeters: .random(in: 0...60, using: &random))
      })
    var surroundings = Surroundings()
    var position = home
    for _ in 0..<2000 {
      position = position.moved(
        .random(in: 0...30, using: &random), towards: .random(in: 0..<360, using: &random))
      let meters = Double.random(in: 1...120, using: &random)
      let all = table.candidates(around: position, withinMeters: meters, limit: .max)
      let found = surroundings.candidates(around: position, withinMeters: meters, places: table)
      // Where there are more than it keeps, it may tell fewer, the nearest ones.
      if all.count < Surroundings.capacity {
        #expect(found.map(\.id) == all.map(\.id).sorted())
      } else {
        #expect(Set(found.map(\.id)).isSuperset(of: all.prefix(Surroundings.capacity).map(\.id)))
      }
    }
  }

  @Test("A table that is not asked again is not known to have changed; told so, it is asked")
  func changes() {
    let home = at(60.17, 24.94)
    let place = Candidate(id: 1, position: home, radiusMeters: 20)
    var surroundings = Surroundings()
    #expect(
      surroundings.candidates(around: home, withinMeters: 5, places: PlaceTable([])).isEmpty)
    surroundings.forget()
    #expect(
      surroundings.candidates(around: home, withinMeters: 5, places: PlaceTable([place]))
        == [place])
  }

  @Test("A place that is added ahead of the vehicle is passed")
  func addedAhead() {
    var scenario = Scenario([])
    scenario.drive(from: (0, 0), to: (400, 0), every: 1)
    scenario.table = PlaceTable([Scenario.place(1, 460, 0, radius: 20)])
    _ = scenario.detector.placesChanged(places: scenario.table)
    scenario.drive(from: (400, 0), to: (900, 0), every: 1)
    #expect(scenario.passed == [1])
  }
}
