import Detection
import Geography
import TestSupport
import Testing

@testable import PlaceDaemon

/// A table of a few places for detection.
private struct FewPlaces: PlaceLookup {
  var places: [Candidate]

  func candidates(around position: Coordinate, withinMeters: Double, limit: Int) -> [Candidate] {
    places.filter { $0.signedDistance(from: position) <= withinMeters }
      .sorted { $0.signedDistance(from: position) < $1.signedDistance(from: position) }
      .prefix(limit).map { $0 }
  }
  func candidate(id: Int) -> Candidate? { places.first { $0.id == id } }
  func popularity(around position: Coordinate, withinMeters: Double) -> Double {
    Double(candidates(around: position, withinMeters: withinMeters, limit: .max).count)
  }
}

@Suite("The stored state of detection")
struct StateCodingTests {
  @Test(
    "At every second of a drive with a stop the state reads back the same and fits a page",
    arguments: 1...3)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let home = at(60.17, 24.94)
    let places = FewPlaces(places: [
      Candidate(id: 1, position: home, radiusMeters: 30),
      Candidate(id: 2, position: home.moved(60, towards: 10), radiusMeters: 10),
    ])
    var detector = Detector()
    var time = try #require(UTCTime("2026-05-04T07:30:00Z"))
    var largest = 0
    for second in 0..<900 {
      let driven = min(0, Double(second) * 12 - 3000) + max(0, Double(second - 700) * 12)
      let position = home.moved(abs(driven), towards: driven < 0 ? 270 : 90)
        .moved(
          abs(generator.normal(deviation: 2)), towards: .random(in: 0..<360, using: &generator))
      let isMoving = second < 250 || second > 700
      let fix = Fix(
        position: position, time: time, accuracyMeters: 4, altitudeMeters: 10,
        speedMetersPerSecond: isMoving ? 12 : 0.1, courseDegrees: 90, device: "/dev/ttyUSB0")
      _ = detector.handle(.fix(fix), places: places)
      if second == 400 {
        _ = detector.select(places.places[0], isFresh: true, places: places)
      }
      let bytes = StateCoding.bytes(of: detector.state)
      largest = max(largest, bytes.count)
      #expect(StateCoding.state(from: bytes) == detector.state, "seed \(seed), second \(second)")
      time = time.advanced(bySeconds: 1)
    }
    // The file of a provisional stop is one page of 4096 bytes with its head.
    #expect(largest < 4000, "\(largest) bytes")
  }

  @Test("A damaged state, or one of another version, is none")
  func damaged() {
    var detector = Detector()
    let fix = Fix(position: at(1, 2), time: UTCTime("2026-05-04T07:30:00Z"), accuracyMeters: 4)
    _ = detector.handle(.fix(fix), places: FewPlaces(places: []))
    let bytes = StateCoding.bytes(of: detector.state)
    #expect(StateCoding.state(from: bytes) != nil)
    for count in 0..<bytes.count {
      #expect(StateCoding.state(from: Array(bytes.prefix(count))) == nil)
    }
    var other = bytes
    other[0] &+= 1
    #expect(StateCoding.state(from: other) == nil)
    #expect(StateCoding.state(from: bytes + [0]) == nil)
    // Whatever a disk makes of it, reading it never traps.
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 1..<mutated.count, using: &generator)
        mutated[index] = .random(in: 0...255, using: &generator)
      }
      _ = StateCoding.state(from: mutated)
    }
  }
}
