import Geography

/// A vehicle on its way, and the recording that its receiver makes of it: one epoch a second.
public struct Trip {
  /// The epochs so far, oldest first.
  public private(set) var epochs: [String] = []
  /// When the vehicle came to rest where `park` was asked for, in the order of time.
  public private(set) var arrivals: [UTCTime] = []
  /// Where the vehicle is.
  public private(set) var position: Coordinate
  /// The time of the next epoch.
  public private(set) var time: UTCTime
  private var generator: SeededGenerator
  /// What the receiver is wrong by, metres east and north.
  private var error = (east: 0.0, north: 0.0)

  /// A vehicle at `start` whose receiver errs as `seed` says.
  public init(
    from start: Coordinate, at time: UTCTime = UTCTime("2026-05-04T07:30:00Z")!, seed: UInt64 = 1
  ) {
    position = start
    self.time = time
    generator = SeededGenerator(seed: seed)
  }

  /// A day of random drives between `places`, with red lights, stops of 4 to 25 minutes and garages
  /// without signal. The same seed makes the same day.
  public init(among places: [Coordinate], seed: UInt64, stops: Int = 4) {
    self.init(from: places[0].moved(900, towards: 200), seed: seed)
    wait(seconds: 40)
    var last = -1
    for _ in 0..<stops {
      var next = last
      while next == last { next = Int.random(in: places.indices, using: &generator) }
      last = next
      let spot = places[next].moved(
        Double.random(in: 0...12, using: &generator),
        towards: Double.random(in: 0..<360, using: &generator))
      let halfway = position.moved(
        position.distance(to: spot) / 2, towards: position.bearing(to: spot))
      drive(to: halfway)
      wait(seconds: Int.random(in: 10...70, using: &generator))
      drive(to: spot)
      park(
        seconds: Int.random(in: 240...1500, using: &generator),
        hasSignal: Int.random(in: 0..<4, using: &generator) > 0)
    }
    drive(to: position.moved(1500, towards: 75))
  }

  /// The recording.
  public var recording: String { epochs.joined() }

  /// Drives in a straight line, slowing down at its end.
  public mutating func drive(to end: Coordinate, metersPerSecond: Double = 14) {
    var left = position.distance(to: end)
    var speed = 0.0
    while left > 0.5 {
      speed = min(metersPerSecond, speed + 2, max(1, left / 3))
      let step = min(left, speed)
      position = position.moved(step, towards: position.bearing(to: end))
      left = position.distance(to: end)
      report(speed: speed)
    }
  }

  /// Stands for a while, as at a red light.
  public mutating func wait(seconds: Int) {
    for _ in 0..<seconds { report(speed: 0) }
  }

  /// Parks; without a signal from the twentieth second on, as in a garage.
  public mutating func park(seconds: Int, hasSignal: Bool = true) {
    arrivals.append(time)
    for second in 0..<seconds { report(speed: 0, isValid: hasSignal || second < 20) }
  }

  private mutating func report(speed: Double, isValid: Bool = true) {
    // A receiver's error wanders for a minute (Gauss-Markov) around 3 m.
    let memory = 0.983
    error.east = memory * error.east + generator.normal(deviation: 0.55)
    error.north = memory * error.north + generator.normal(deviation: 0.55)
    let seen = position.moved(error.north, towards: 0).moved(error.east, towards: 90)
    let stated = max(0, speed + generator.normal(deviation: 0.1))
    epochs.append(
      isValid
        ? Recordings.epoch(time, seen, knots: stated / 0.514444) : Recordings.void(time))
    time = time.advanced(bySeconds: 1)
  }
}
