import Geography
import Glibc

/// A vehicle and its receiver: where it is at each report, with the noise that receivers have.
struct Journey {
  /// One report.
  struct Point {
    /// Since 1970.
    var milliseconds: Int64
    var position: Coordinate
    var speed: Double
    var course: Double

    var fix: Fix {
      Fix(
        position: position, time: UTCTime(milliseconds: milliseconds), accuracyMeters: 4,
        altitudeMeters: 20, speedMetersPerSecond: speed, courseDegrees: course)
    }
  }

  private var random: Random
  private var milliseconds: Int64
  private var position: Coordinate
  private var course = 40.0
  private var drift = (east: 0.0, north: 0.0)
  /// Milliseconds between two reports.
  private let step: Int64

  /// Begins at `start`, as in `Point`; on 3 June 2024 by default.
  init(
    from position: Coordinate, seed: UInt64, reportsPerSecond: Int = 1,
    start: Int64 = 1_717_372_800_000
  ) {
    milliseconds = start
    random = Random(seed: seed)
    self.position = position
    step = 1000 / Int64(reportsPerSecond)
  }

  /// The next report of a vehicle at this speed, in metres a second.
  mutating func next(speed: Double) -> Point {
    milliseconds += step
    let seconds = Double(step) / 1000
    if speed > 0 {
      // A turn every minute or so, and bends between.
      course += random.unit() < seconds / 60 ? 90 * (random.unit() < 0.5 ? 1 : -1) : 0
      course = (course + random.normal() * 2 * seconds + 360).truncatingRemainder(dividingBy: 360)
      position = position.moved(speed * seconds, towards: course)
    }
    // Errors of a receiver wander; 2 m that change within a minute.
    let memory = exp(-seconds / 60)
    let fresh = 2 * (1 - memory * memory).squareRoot()
    drift = (
      drift.east * memory + random.normal() * fresh, drift.north * memory + random.normal() * fresh
    )
    let reported = position.moved(drift.north, towards: 0).moved(drift.east, towards: 90)
    return Point(
      milliseconds: milliseconds, position: reported,
      speed: max(0, speed + random.normal() * 0.05), course: course)
  }

  /// Calls `body` with each report of a stay.
  mutating func park(seconds: Int, _ body: (Point) throws -> Void) rethrows {
    for _ in 0..<Int64(seconds) * 1000 / step { try body(next(speed: 0)) }
  }

  /// Calls `body` with each report of a drive at 50 km/h, halted at a light for half a minute every
  /// three. It ends under way.
  mutating func drive(seconds: Int, _ body: (Point) throws -> Void) rethrows {
    let reports = Int64(seconds) * 1000 / step
    for index in 0..<reports {
      let second = index * step / 1000 % 180
      try body(next(speed: (90..<120).contains(second) ? 0 : 14))
    }
  }

  /// A day: parked at night, then driving 20 minutes and parked 40, again and again.
  mutating func day(hours: Int = 24, _ body: (Point) throws -> Void) rethrows {
    let night = hours / 3
    try park(seconds: night * 3600, body)
    for _ in night..<hours {
      try drive(seconds: 1200, body)
      try park(seconds: 2400, body)
    }
  }
}
