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
  /// The mean position of the first seconds, and the running one: their distance shows creeping.
  private var firstMean: Coordinate
  private var firstCount = 1.0
  private var recentMean: Coordinate
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
    /// The greatest speed that was reported, in metres a second.
    var greatestSpeed: Double?
    /// One of its fixes had an accuracy of 100 m or better.
    var hadAccurateFix = false
    /// Since when all fixes were further away than the hard bound.
    var beyondBoundSince: UTCTime?
  }

  /// Seconds at the start of a stop that make its first mean, and the time constant of the running
  /// one.
  private static let meanSeconds = 20.0

  init(at sighting: Sighting, hadMotionBefore: Bool) {
    began = sighting.time
    self.hadMotionBefore = hadMotionBefore
    center = sighting.position
    sigma = sighting.sigma
    seenUntil = sighting.time
    lastAtRest = sighting.time
    insideSince = sighting.time
    weight = 1 / (sighting.sigma * sighting.sigma)
    firstMean = sighting.position
    recentMean = sighting.position
  }

  /// Metres that the running mean has crept from the first.
  var creep: Double { firstMean.distance(to: recentMean) }

  /// Metres that a receiver as restless as this one wanders further than a good one: what it makes up
  /// as speed lasts as long as its error does, for some forty seconds in one direction.
  var wandering: Double { unrest * 40 }

  /// Seconds at rest by `time`.
  func seconds(by time: UTCTime) -> Double { time.seconds(since: began) }

  /// Adds a fix near the middle.
  mutating func include(_ sighting: Sighting, isAtRest: Bool, madeUpSpeed: Double?) {
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
    center = Self.mean(center, sighting.position, share: added / weight)
    let seconds = follow(sighting.position, at: sighting.time)
    sigma += (sighting.sigma - sigma) * (1 - exp(-max(1, seconds) / Self.meanSeconds))
    if self.seconds(by: sighting.time) <= Self.meanSeconds {
      firstCount += 1
      firstMean = Self.mean(firstMean, sighting.position, share: 1 / firstCount)
    }
    if let madeUpSpeed {
      unrest += (min(4, madeUpSpeed) - unrest) * (1 - exp(-min(10, seconds) / 60))
    }
    seenUntil = sighting.time
    if isAtRest { lastAtRest = sighting.time }
  }

  /// Metres that a receiver is believed to wander at most while the vehicle stands. Beyond it a
  /// departure would be found too late.
  private static let greatestTolerance = 500.0

  private static func mean(
    _ from: Coordinate, _ to: Coordinate, share: Double
  ) -> Coordinate {
    let frame = LocalFrame(origin: from)
    let point = frame.point(to)
    return frame.coordinate(
      LocalFrame.Point(east: point.east * share, north: point.north * share))
  }

  /// Moves the running mean towards `position`; the seconds since it was moved last.
  private mutating func follow(_ position: Coordinate, at time: UTCTime) -> Double {
    let seconds = max(0, time.seconds(since: seenUntil))
    recentMean = Self.mean(
      recentMean, position, share: 1 - exp(-max(0.1, seconds) / Self.meanSeconds))
    return seconds
  }

  /// The receiver leapt while the vehicle stands; `explained` is where it is without the leap.
  mutating func standThroughLeap(at time: UTCTime, explained: Coordinate) {
    _ = follow(explained, at: time)
    seenUntil = time
    lastAtRest = time
  }

  /// The receiver leapt and stays there: the stop is the same, its middle another. `explained` is
  /// where the vehicle is without the leap.
  mutating func moveMiddle(to sighting: Sighting, explained: Coordinate) {
    let leap = LocalVector(from: explained, to: sighting.position)
    center = sighting.position
    firstMean = leap.added(to: firstMean)
    recentMean = leap.added(to: recentMean)
    excursion = nil
    insideSince = sighting.time
  }

  /// Starts anew where the fixes are now: what was taken for rest was creeping.
  mutating func restart(at sighting: Sighting) {
    let position = recentMean
    self = Stop(at: sighting, hadMotionBefore: true)
    center = position
    firstMean = position
    recentMean = position
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
