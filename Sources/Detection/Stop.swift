import Geography
import Glibc

/// The vehicle at rest, or what may become that.
struct Stop: Hashable, Codable {
  /// When it came to rest: the first fix of the stop.
  var began: UTCTime
  /// The vehicle was seen to move before; else the stop is older than the first fix.
  var hadMotionBefore: Bool
  /// The middle of the fixes, weighted by accuracy.
  private(set) var center: Coordinate
  /// The stated standard error of an axis, in metres, smoothed.
  private(set) var sigma: Double
  /// The newest time at which the vehicle was seen to be here.
  private(set) var seenUntil: UTCTime
  /// The newest time at which it was seen to stand here.
  private(set) var lastAtRest: UTCTime
  /// A part of it was not seen.
  var isInferred = false
  /// It was long enough to be an arrival.
  var isArrival = false
  /// The likely list was computed for it.
  var isSettled = false
  /// A provisional stop was stored for it.
  var isStored = false
  /// Set while the fixes are elsewhere.
  var excursion: Excursion?
  /// How far, in metres, the vehicle seemed to drive away in excursions that came back.
  private(set) var tolerance = 0.0
  /// How far, in metres, fixes were in excursions that came back, leaps included.
  private(set) var scatter = 0.0

  /// The speed, in metres a second, that the receiver reports or makes up at rest, smoothed.
  private var unrest = 0.0

  private var weight: Double
  /// The mean way of the first seconds, and the running one: their distance shows creeping.
  private var firstWay: LocalVector
  private var firstCount = 1.0
  private var recentWay: LocalVector
  /// Fixes with a speed, and those of them that report rest, both fading.
  private var speedCount = 0.0
  private var restCount = 0.0
  /// When the fixes came back near the middle, without a break since.
  private(set) var insideSince: UTCTime

  /// Fixes away from the stop.
  struct Excursion: Hashable, Codable {
    /// Its first fix.
    var began: UTCTime
    /// The newest fix before it.
    var insideUntil: UTCTime
    /// Fixes in it.
    var count = 0
    /// The greatest distance from the stop in metres, of fixes and of explained positions.
    var furthest = 0.0
    var furthestExplained = 0.0
    /// The mean of the speeds that were reported, in metres a second; nil where none was.
    private(set) var meanSpeed: Double?
    private var speeds = 0.0
    /// The vehicle was seen to drive in it.
    var drove = false
    /// One of its fixes had an accuracy of 100 m or better.
    var hadAccurateFix = false
    /// Since when all fixes were further away than the hard bound.
    var beyondBoundSince: UTCTime?

    init(began: UTCTime, insideUntil: UTCTime) {
      self.began = began
      self.insideUntil = insideUntil
    }

    /// Takes note of a reported speed.
    mutating func noteSpeed(_ speed: Double?) {
      guard let speed else { return }
      speeds += 1
      meanSpeed = (meanSpeed ?? 0) + (speed - (meanSpeed ?? 0)) / speeds
    }
  }

  /// Seconds at the start of a stop that make its first mean, and the time constant of the running
  /// one.
  private static let meanSeconds = 20.0

  init(at sighting: Sighting, way: LocalVector, hadMotionBefore: Bool) {
    began = sighting.time
    self.hadMotionBefore = hadMotionBefore
    center = sighting.position
    sigma = sighting.sigma
    seenUntil = sighting.time
    lastAtRest = sighting.time
    insideSince = sighting.time
    weight = 1 / (sighting.sigma * sighting.sigma)
    firstWay = way
    recentWay = way
  }

  /// Metres that the vehicle has crept since it came to rest.
  var creep: Double { firstWay.distance(to: recentWay) }

  /// The receiver never reports rest: in a queue a good one does not, at rest even a poor one now and
  /// then does.
  var neverReportsRest: Bool { speedCount >= 10 && restCount < 0.1 * speedCount }

  /// Metres that a receiver as restless as this one wanders further than a good one: what it makes up
  /// as speed lasts as long as its error does, for some forty seconds in one direction.
  var wandering: Double { unrest * 40 }

  /// Seconds at rest by `time`.
  func seconds(by time: UTCTime) -> Double { time.seconds(since: began) }

  /// Adds a fix near the middle. `way`: the track's, `madeUpSpeed`: what the receiver reports, or
  /// its positions show, as speed.
  mutating func include(
    _ sighting: Sighting, way: LocalVector, isAtRest: Bool, madeUpSpeed: Double?
  ) {
    if let excursion {
      insideSince = sighting.time
      tolerance = max(tolerance, min(Self.greatestTolerance, excursion.furthestExplained))
      scatter = max(scatter, min(Self.greatestTolerance, excursion.furthest))
      self.excursion = nil
    }
    // The mean of positions on a sphere around a point near all of them: exact enough in the flat
    // frame, and safe at ±180°. The weight is bounded, so that the middle follows for ever.
    let added = 1 / (sighting.sigma * sighting.sigma)
    weight = min(weight, 600 * added) + added
    let point = LocalFrame(origin: center).point(sighting.position)
    center = LocalFrame(origin: center).coordinate(
      LocalFrame.Point(east: point.east * added / weight, north: point.north * added / weight))
    let seconds = follow(sighting, way: way)
    sigma += (sighting.sigma - sigma) * (1 - exp(-max(1, seconds) / Self.meanSeconds))
    if self.seconds(by: sighting.time) <= Self.meanSeconds {
      firstCount += 1
      firstWay.approach(way, share: 1 / firstCount)
    }
    if let madeUpSpeed {
      unrest += (min(4, madeUpSpeed) - unrest) * (1 - exp(-min(10, seconds) / 60))
    }
    if isAtRest { lastAtRest = sighting.time }
  }

  /// Moves the running means; the seconds since the vehicle was seen last.
  private mutating func follow(_ sighting: Sighting, way: LocalVector) -> Double {
    let seconds = max(0, sighting.time.seconds(since: seenUntil))
    recentWay.approach(way, share: 1 - exp(-max(0.1, seconds) / Self.meanSeconds))
    if let speed = sighting.speed {
      let fading = exp(-seconds / 120)
      speedCount = speedCount * fading + 1
      restCount = restCount * fading + (speed < StopTracker.restSpeed ? 1 : 0)
    }
    seenUntil = sighting.time
    return seconds
  }

  /// The receiver leapt while the vehicle stands.
  mutating func standThroughLeap(_ sighting: Sighting, way: LocalVector) {
    _ = follow(sighting, way: way)
    lastAtRest = sighting.time
  }

  /// The receiver drifts far away, but reports that it stands.
  mutating func standAdrift(at time: UTCTime) { lastAtRest = time }

  /// The receiver leapt and stays there: the stop is the same, its middle another.
  mutating func moveMiddle(to sighting: Sighting) {
    center = sighting.position
    excursion = nil
    insideSince = sighting.time
  }

  /// Metres that a receiver is believed to wander at most while the vehicle stands. Beyond it a
  /// departure would be found too late.
  private static let greatestTolerance = 500.0

  /// Starts anew where the vehicle is now: what was taken for rest was creeping.
  mutating func restart(at sighting: Sighting, way: LocalVector) {
    self = Stop(at: sighting, way: way, hadMotionBefore: true)
  }

  /// Moves all times by `seconds`, as the receiver's clock was.
  mutating func shift(bySeconds seconds: Double) {
    began = began.advanced(bySeconds: seconds)
    seenUntil = seenUntil.advanced(bySeconds: seconds)
    lastAtRest = lastAtRest.advanced(bySeconds: seconds)
    insideSince = insideSince.advanced(bySeconds: seconds)
    excursion = nil
  }
}
