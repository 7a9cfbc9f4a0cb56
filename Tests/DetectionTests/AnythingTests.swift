import Detection
import Geography
import TestSupport
import Testing

/// Reports that no receiver should send, in any order; each test is told its seed.
@Suite("Whatever comes")
struct AnythingTests {
  private static let corners = [
    at(0, 0), at(90, 0), at(-90, 0), at(89.9999, 180), at(0, 180), at(0, -180), at(-0.00001, 0),
    at(48.1, 11.5), at(48.1, 11.5003), at(48.1005, 11.5), at(60.17, 24.94),
  ]
  private static let numbers: [Double?] = [
    nil, 0, -1, 1e-300, 0.5, 6, 90, 499, 501, 3000, 1e7, 1e300, .infinity, .nan,
  ]

  private func fix(_ time: UTCTime?, _ generator: inout SeededGenerator) -> Fix {
    var position = Self.corners.randomElement(using: &generator)!
    if Bool.random(using: &generator) {
      position = position.moved(
        Double.random(in: 0...400, using: &generator),
        towards: Double.random(in: 0..<360, using: &generator))
    }
    return Fix(
      position: position, time: time,
      accuracyMeters: Self.numbers.randomElement(using: &generator)!,
      speedMetersPerSecond: Self.numbers.randomElement(using: &generator)!,
      device: [nil, "/dev/a", "/dev/b"].randomElement(using: &generator)!)
  }

  @Test(
    "Visits begin before they end, one at a time, and every number is one", arguments: 1...12)
  func anything(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let table = PlaceTable(
      Self.corners.enumerated().map { index, position in
        Candidate(
          id: index + 1, position: position,
          radiusMeters: [0, 30, 400, 50_000].randomElement(using: &generator)!,
          popularity: [0, 1, 1e6].randomElement(using: &generator)!,
          priority: Int.random(in: -9...9, using: &generator),
          arriveAfterSeconds: [nil, 0, 10, 1e9].randomElement(using: &generator)!)
      })
    var detector = Detector()
    var time = UTCTime("2026-05-04T08:00:00Z")!
    var open: Int?
    for _ in 0..<4000 {
      let steps: [Double] = [0, 0.1, 1, 1, 1, 1, 5, 70, 700, -1, -3, 1e4, -1e5, 4e7]
      // Long runs of ordinary seconds, so that stops come about too.
      let step =
        Int.random(in: 0..<8, using: &generator) > 0
        ? 1 : steps.randomElement(using: &generator)!
      time = time.advanced(bySeconds: step)
      let observation: Observation =
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: .time(time)
        case 1: .fix(fix(Bool.random(using: &generator) ? nil : time, &generator))
        default:
          .fix(
            Fix(
              position: at(48.1, 11.5), time: time, accuracyMeters: 8, speedMetersPerSecond: 0.1))
        }
      var outcomes = detector.handle(observation, places: table)
      if Int.random(in: 0..<300, using: &generator) == 0,
        let place = table.rows.randomElement(using: &generator)
      {
        outcomes += detector.select(place, isFresh: true, places: table).outcomes
      }
      if Int.random(in: 0..<300, using: &generator) == 0 {
        outcomes += detector.placesChanged(removed: [3], places: table)
      }
      for outcome in outcomes {
        switch outcome {
        case .arrived(let visit, let reported):
          #expect(open == nil && visit.arrivedAt.map { $0 <= reported } == true)
          open = visit.id
        case .visitChanged(let visit, _):
          #expect(open == nil || open == visit.id)
          open = visit.id
        case .departed(let visit, _):
          #expect(open == visit.id && !visit.isOpen)
          #expect(visit.departedAt.map { $0 >= visit.knownSince } ?? true)
          #expect(visit.accuracyMeters.isFinite && visit.accuracyMeters >= 0)
          open = nil
        case .likely(let likely, _, _):
          let shares = likely.entries.map(\.likelihood) + [likely.elsewhere]
          #expect(shares.allSatisfy { (0...1).contains($0) })
          #expect(abs(shares.reduce(0, +) - 1) < 1e-6)
          #expect(likely.entries.allSatisfy { (0...1).contains($0.within) })
        case .report, .passed, .current, .selectionEnded, .checkpoint: break
        }
      }
      #expect(detector.state.visit?.id == open)
    }
  }
}
