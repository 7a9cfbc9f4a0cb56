import Geography

/// The last seconds of the way, and how much of the present position its motion does not explain.
///
/// A vehicle cannot leap; multipath does. Steps that no acceleration explains are summed up as
/// `unexplained`, so that position minus `unexplained` is where the vehicle drove. A position that
/// leaps back cancels its sum.
struct Track: Hashable, Codable {
  /// Points kept: a dozen seconds at one a second, or a few fixes of a slow receiver.
  static let capacity = 16

  /// The points, oldest first, a second apart at least.
  private(set) var points: [Sighting] = []

  /// The sum of the leaps since `forgetLeaps`, metres east and north.
  private(set) var unexplained = LocalVector()

  /// The sum of all steps that are no leaps. Its differences show creeping, whatever the receiver
  /// makes up.
  private(set) var way = LocalVector()

  /// Metres driven since `forgetWay`, leaps left out.
  private(set) var driven = 0.0

  /// The last point.
  var last: Sighting? { points.last }

  /// Adds a fix newer than all before.
  mutating func add(_ sighting: Sighting) {
    if let last = points.last {
      let seconds = sighting.time.seconds(since: last.time)
      guard seconds >= 0.9 else { return }
      let step = LocalVector(from: last.position, to: sighting.position)
      if seconds <= 10, step.length > reach(of: sighting, after: last) {
        unexplained.add(step)
      } else {
        if seconds <= StopTracker.gapSeconds { way.add(step) }
        if step.length / seconds >= 2 || (sighting.speed ?? 0) >= 2 { driven += step.length }
      }
    }
    points.append(sighting)
    if points.count > Self.capacity { points.removeFirst() }
  }

  /// Metres that a vehicle which moved as it did can have gone from `last` to `next`: 6 m/s² of
  /// acceleration from its speed before (a motorcycle at full throttle), less where the speed after
  /// is reported and leaves no room for it, and the noise of a poor receiver.
  private func reach(of next: Sighting, after last: Sighting) -> Double {
    let seconds = next.time.seconds(since: last.time)
    let noise = 10 * seconds.squareRoot() + max(last.sigma, next.sigma) / 2
    let before = speedBefore
    let accelerating = 1.3 * before * seconds + 3 * seconds * seconds
    guard let after = next.speed else { return noise + accelerating }
    let reported = 1.3 * (before + after) / 2 * seconds + 1.5 * seconds * seconds
    return noise + min(accelerating, reported)
  }

  /// The median speed of the last five steps, in metres a second: one leap does not change it.
  private var speedBefore: Double {
    let steps = zip(points, points.dropFirst()).suffix(5).map { from, to in
      from.position.distance(to: to.position) / max(0.05, to.time.seconds(since: from.time))
    }
    guard !steps.isEmpty else { return points.last?.speed ?? 0 }
    return steps.sorted()[steps.count / 2]
  }

  /// Metres from where the vehicle was `seconds` ago to where it is, its greatest step left out.
  /// Over four fixes at least, however long they take.
  func motion(over seconds: Double) -> Double {
    guard let last = points.last else { return 0 }
    let recent = points.filter { last.time.seconds(since: $0.time) <= seconds }
    let window = recent.count >= 4 ? recent : Array(points.suffix(4))
    guard window.count >= 2 else { return 0 }
    let steps = zip(window, window.dropFirst()).map { $0.position.distance(to: $1.position) }
    return window[0].position.distance(to: last.position) - (steps.max() ?? 0)
  }

  /// The mean speed over ground of the last `seconds`, from positions alone; nil for a single point.
  func displacementSpeed(over seconds: Double) -> Double? {
    guard let last = points.last,
      let first = points.first(where: { last.time.seconds(since: $0.time) <= seconds }),
      case let elapsed = last.time.seconds(since: first.time), elapsed > 0
    else { return nil }
    return first.position.distance(to: last.position) / elapsed
  }

  /// Counts leaps from now on.
  mutating func forgetLeaps() { unexplained = LocalVector() }

  /// Counts the way from now on.
  mutating func forgetWay() { driven = 0 }

  /// Moves all times by `seconds`, as the receiver's clock was.
  mutating func shift(bySeconds seconds: Double) {
    for index in points.indices {
      points[index].time = points[index].time.advanced(bySeconds: seconds)
    }
  }
}

/// A displacement in metres east and north.
struct LocalVector: Hashable, Codable {
  private(set) var east = 0.0
  private(set) var north = 0.0

  init() {}

  init(from start: Coordinate, to end: Coordinate) {
    let point = LocalFrame(origin: start).point(end)
    (east, north) = (point.east, point.north)
  }

  /// Metres.
  var length: Double { (east * east + north * north).squareRoot() }

  mutating func add(_ other: LocalVector) {
    east += other.east
    north += other.north
  }

  /// Moves towards `other` by a share of the difference.
  mutating func approach(_ other: LocalVector, share: Double) {
    east += (other.east - east) * share
    north += (other.north - north) * share
  }

  /// Metres between the ends of two displacements from one start.
  func distance(to other: LocalVector) -> Double {
    ((east - other.east) * (east - other.east) + (north - other.north) * (north - other.north))
      .squareRoot()
  }

  /// `position` without this displacement.
  func removed(from position: Coordinate) -> Coordinate {
    LocalFrame(origin: position).coordinate(LocalFrame.Point(east: -east, north: -north))
  }
}
