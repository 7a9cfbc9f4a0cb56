import Detection
import Geography
import TestSupport

/// A vehicle, its receiver and a place table: what a test lets happen, second by second.
struct Scenario {
  var detector: Detector
  var table: PlaceTable
  /// The stream's time of the next report.
  var time = UTCTime("2026-05-04T08:00:00Z")!
  /// Radius of 68 % that the receiver states, in metres; nil says nothing.
  var accuracy: Double? = 6
  /// The receiver states its speed.
  var statesSpeed = true
  /// Everything that was concluded.
  private(set) var outcomes: [Outcome] = []

  /// The middle of the tests' map, away from every special case.
  static let origin = at(48.1, 11.5)

  init(
    _ places: [Candidate] = [], settings: DetectionSettings = DetectionSettings(),
    lessons: Lessons = Lessons()
  ) {
    detector = Detector(settings: settings, lessons: lessons)
    table = PlaceTable(places)
  }

  /// The position `east` and `north` metres from the middle.
  static func point(_ east: Double, _ north: Double) -> Coordinate {
    LocalFrame(origin: origin).coordinate(LocalFrame.Point(east: east, north: north))
  }

  /// A place `east` and `north` metres from the middle.
  static func place(
    _ id: Int, _ east: Double, _ north: Double, radius: Double, popularity: Double = 8,
    priority: Int = 0, arriveAfter: Double? = nil
  ) -> Candidate {
    Candidate(
      id: id, position: point(east, north), radiusMeters: radius, popularity: popularity,
      priority: priority, arriveAfterSeconds: arriveAfter)
  }

  /// Reports one fix and lets `seconds` pass.
  @discardableResult
  mutating func fix(
    _ position: Coordinate, speed: Double? = 0, accuracy: Double?? = .none,
    after seconds: Double = 1,
    device: String? = nil
  ) -> [Outcome] {
    let report = Fix(
      position: position, time: time, accuracyMeters: accuracy ?? self.accuracy,
      speedMetersPerSecond: statesSpeed ? speed : nil, device: device)
    let new = detector.handle(.fix(report), places: table)
    outcomes += new
    time = time.advanced(bySeconds: seconds)
    return new
  }

  /// Stands at a position `east` and `north` metres from the middle, a fix every `interval` seconds.
  mutating func stand(
    _ east: Double, _ north: Double, seconds: Double, every interval: Double = 1,
    speed: Double = 0
  ) {
    for _ in 0..<Int(seconds / interval) {
      fix(Self.point(east, north), speed: speed, after: interval)
    }
  }

  /// Drives in a straight line, a fix every `interval` seconds.
  mutating func drive(
    from start: (Double, Double), to end: (Double, Double), speed: Double = 14,
    every interval: Double = 1
  ) {
    let (east, north) = (end.0 - start.0, end.1 - start.1)
    let length = (east * east + north * north).squareRoot()
    var done = 0.0
    while done < length {
      fix(
        Self.point(start.0 + east * done / length, start.1 + north * done / length),
        speed: speed, after: interval)
      done += speed * interval
    }
  }

  /// Tells the receiver's clock without a fix for `seconds`.
  mutating func loseSignal(seconds: Int) {
    for _ in 0..<seconds {
      outcomes += detector.handle(.time(time), places: table)
      time = time.advanced(bySeconds: 1)
    }
  }

  /// Nothing comes for `seconds`, as when the power is off.
  mutating func silence(seconds: Double) { time = time.advanced(bySeconds: seconds) }

  /// The power fails and comes back: what was stored is all that is left.
  mutating func powerCycle() {
    detector = Detector(
      settings: detector.settings, state: detector.state, lessons: detector.model.lessons)
  }

  /// Forgets what was concluded so far.
  mutating func forget() { outcomes = [] }

  var arrivals: [Visit] {
    outcomes.compactMap { if case .arrived(let visit, _) = $0 { visit } else { nil } }
  }

  var departures: [Visit] {
    outcomes.compactMap { if case .departed(let visit, _) = $0 { visit } else { nil } }
  }

  /// The ids of the current places, 0 for none, in the order they became that.
  var currentPlaces: [Int] {
    outcomes.compactMap { if case .current(let id, _, _) = $0 { id ?? 0 } else { nil } }
  }

  var passed: [Int] {
    outcomes.compactMap { if case .passed(let id, _, _) = $0 { id } else { nil } }
  }

  var published: [(likely: Likely, fix: Fix, reason: LikelyReason)] {
    outcomes.compactMap {
      if case .likely(let likely, let fix, let reason) = $0 { (likely, fix, reason) } else { nil }
    }
  }

  var ignored: [IgnoredReason] {
    outcomes.compactMap { if case .report(_, let reason) = $0 { reason } else { nil } }
  }
}
