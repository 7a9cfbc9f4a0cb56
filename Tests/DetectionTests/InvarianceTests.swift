import Detection
import Geography
import TestSupport
import Testing

/// What must make no difference makes none. Every test is told its seed, which a failure prints.
@Suite("Nothing depends on where, when and in which order")
struct InvarianceTests {
  private static let seeds: [UInt64] = [1, 2, 3, 4]

  /// One day of reports: a random drive among places, as offsets in metres and seconds.
  private struct Report {
    var seconds: Double
    /// Nil: the receiver has no position.
    var point: LocalFrame.Point?
    var speed: Double
  }

  private struct Spot {
    var east: Double
    var north: Double
    var radius: Double
    var popularity: Double
  }

  /// What was concluded, in numbers that are the same everywhere: places by their index, times from
  /// the first report.
  private struct Conclusion: Equatable, CustomStringConvertible {
    var what: String
    var place: Int?
    var seconds: Double
    var description: String { "\(what) \(place ?? -1) \(seconds)" }
  }

  private static func spots(_ generator: inout SeededGenerator) -> [Spot] {
    (0..<60).map { _ in
      Spot(
        east: Double.random(in: -1500...1500, using: &generator),
        north: Double.random(in: -1500...1500, using: &generator),
        radius: [0, 10, 30, 80].randomElement(using: &generator)!,
        popularity: Double.random(in: 0.3...8, using: &generator))
    }
  }

  private static func reports(
    among spots: [Spot], _ generator: inout SeededGenerator
  ) -> [Report] {
    var reports: [Report] = []
    var (east, north, seconds) = (0.0, -1700.0, 0.0)
    var error = (east: 0.0, north: 0.0)
    func report(_ speed: Double, _ generator: inout SeededGenerator, isValid: Bool = true) {
      error.east = 0.983 * error.east + generator.normal(deviation: 0.7)
      error.north = 0.983 * error.north + generator.normal(deviation: 0.7)
      let leap = Int.random(in: 0..<400, using: &generator) == 0 ? 150.0 : 0
      reports.append(
        Report(
          seconds: seconds,
          point: isValid
            ? LocalFrame.Point(east: east + error.east + leap, north: north + error.north) : nil,
          speed: max(0, speed + generator.normal(deviation: 0.1))))
      seconds += 1
    }
    for _ in 0..<4 {
      let target = spots.randomElement(using: &generator)!
      while case let (x, y) = (target.east - east, target.north - north),
        case let left = (x * x + y * y).squareRoot(), left > 1
      {
        let speed = min(14, max(1, left / 4))
        east += x / left * min(left, speed)
        north += y / left * min(left, speed)
        report(speed, &generator)
      }
      let stay = Int.random(in: 30...500, using: &generator)
      let isGarage = Int.random(in: 0..<4, using: &generator) == 0
      for second in 0..<stay { report(0, &generator, isValid: !isGarage || second < 15) }
    }
    return reports
  }

  private static let start = UTCTime("2026-05-04T08:00:00Z")!

  /// Runs a day. `order`: the places' numbers, by index; `extra`: places elsewhere.
  private static func conclude(
    _ spots: [Spot], _ reports: [Report], from origin: Coordinate = Scenario.origin,
    turned: (Double, Double) = (1, 1), at start: UTCTime = start, order: [Int]? = nil,
    extra: [Candidate] = [], device: String? = nil
  ) -> [Conclusion] {
    let numbers = order ?? Array(1...spots.count)
    let frame = LocalFrame(origin: origin)
    var table = PlaceTable(
      zip(numbers, spots).map { number, spot in
        Candidate(
          id: number,
          position: frame.coordinate(
            LocalFrame.Point(east: spot.east * turned.0, north: spot.north * turned.1)),
          radiusMeters: spot.radius, popularity: spot.popularity)
      } + extra)
    if order != nil { table.rows.sort { $0.id < $1.id } }
    var detector = Detector()
    var conclusions: [Conclusion] = []
    func index(_ id: Int?) -> Int? { id.flatMap { numbers.firstIndex(of: $0) } }
    for report in reports {
      let time = start.advanced(bySeconds: report.seconds)
      let observation: Observation =
        report.point.map {
          .fix(
            Fix(
              position: frame.coordinate(
                LocalFrame.Point(east: $0.east * turned.0, north: $0.north * turned.1)),
              time: time, accuracyMeters: 8, speedMetersPerSecond: report.speed, device: device))
        } ?? .time(time)
      for outcome in detector.handle(observation, places: table) {
        let conclusion: (String, Int?, UTCTime)? =
          switch outcome {
          case .arrived(let visit, _): ("arrived", visit.placeID, visit.knownSince)
          case .departed(let visit, _):
            ("departed", visit.placeID, visit.departedAt ?? visit.departedBetween!.lowerBound)
          case .visitChanged(let visit, _): ("visit", visit.placeID, visit.knownSince)
          case .passed(let id, let time, _): ("passed", id, time)
          case .current(let id, let since, _): ("current", id, since)
          case .likely(let likely, let fix, _):
            ("likely", likely.entries.first?.candidate.id, fix.time!)
          case .report, .selectionEnded, .checkpoint: nil
          }
        if let (what, id, time) = conclusion {
          conclusions.append(
            Conclusion(what: what, place: index(id), seconds: time.seconds(since: start)))
        }
      }
    }
    return conclusions
  }

  /// The first conclusions that differ; nil where none do. Passages may be dated a part of a second
  /// apart, and when a list is worth publishing depends on the grid that popularity is counted on.
  private func difference(_ left: [Conclusion], _ right: [Conclusion]) -> String? {
    let (left, right) = (left.filter { $0.what != "likely" }, right.filter { $0.what != "likely" })
    let index = zip(left, right).enumerated().first { _, pair in
      pair.0.what != pair.1.what || pair.0.place != pair.1.place
        || abs(pair.0.seconds - pair.1.seconds) > 0.25
    }?.offset
    if let index { return "\(left[index]) for \(right[index])" }
    return left.count == right.count ? nil : "\(left.count) for \(right.count)"
  }

  private func day(_ seed: UInt64) -> (spots: [Spot], reports: [Report]) {
    var generator = SeededGenerator(seed: seed)
    let spots = Self.spots(&generator)
    return (spots, Self.reports(among: spots, &generator))
  }

  @Test("The order of the table and the numbers of its places change nothing", arguments: seeds)
  func order(seed: UInt64) {
    let (spots, reports) = day(seed)
    let expected = Self.conclude(spots, reports)
    #expect(expected.contains { $0.what == "arrived" })
    var generator = SeededGenerator(seed: seed &+ 100)
    for _ in 0..<2 {
      let order = (1...spots.count).map { $0 * 7 }.shuffled(using: &generator)
      #expect(Self.conclude(spots, reports, order: order) == expected)
    }
  }

  @Test(
    "The same day around the globe, across 180°, south of the equator: the same", arguments: seeds)
  func anywhere(seed: UInt64) {
    let (spots, reports) = day(seed)
    let expected = Self.conclude(spots, reports)
    for longitude in [-120.0, 0, 179.9999, -179.995] {
      let found = Self.conclude(spots, reports, from: at(48.1, longitude))
      #expect(difference(found, expected) == nil, "at longitude \(longitude)")
    }
    let south = Self.conclude(spots, reports, from: at(-48.1, 11.5), turned: (1, -1))
    #expect(difference(south, expected) == nil)
    #expect(difference(Self.conclude(spots, reports, turned: (-1, 1)), expected) == nil, "mirrored")
  }

  @Test(
    "At another date, over a leap day, a new year and the week rollover: the same", arguments: seeds
  )
  func anytime(seed: UInt64) {
    let (spots, reports) = day(seed)
    let expected = Self.conclude(spots, reports)
    for date in [
      "2024-02-28T23:50:00Z", "2026-12-31T23:40:00Z", "2038-11-20T23:50:00Z",
      "2019-04-06T23:55:00Z",
    ] {
      let found = Self.conclude(spots, reports, at: UTCTime(date)!)
      #expect(difference(found, expected) == nil, "at \(date)")
    }
  }

  @Test("Thousands of places in another country change nothing", arguments: seeds)
  func elsewhere(seed: UInt64) {
    let (spots, reports) = day(seed)
    let far = (0..<2000).map { number in
      Candidate(
        id: 10_000 + number,
        position: at(40 + Double(number % 50) / 100, -3 - Double(number / 50) / 100),
        radiusMeters: 20, popularity: 8)
    }
    #expect(Self.conclude(spots, reports, extra: far) == Self.conclude(spots, reports))
  }

  @Test("What the receiver is called changes nothing", arguments: seeds)
  func device(seed: UInt64) {
    let (spots, reports) = day(seed)
    #expect(
      Self.conclude(spots, reports, device: "/dev/gps0") == Self.conclude(spots, reports))
  }
}
