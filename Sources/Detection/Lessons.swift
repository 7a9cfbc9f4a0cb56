import Geography
import Glibc

/// One thing the user taught: a stop at this position was at this place.
public struct Lesson: Hashable, Sendable {
  /// The place.
  public var placeID: Int
  /// Where the vehicle stood.
  public var position: Coordinate
  /// One standard error of an axis of that position, in metres.
  public var sigmaMeters: Double
  /// When.
  public var time: UTCTime

  /// A lesson.
  public init(placeID: Int, position: Coordinate, sigmaMeters: Double, time: UTCTime) {
    self.placeID = placeID
    self.position = position
    self.sigmaMeters = sigmaMeters
    self.time = time
  }
}

/// Everything that was taught: how often each place was confirmed, on which spots, and how far from
/// places one stops. Fades with time; what a removed place taught goes with it.
public struct Lessons: Hashable, Sendable {
  /// Time in which a lesson loses half its weight: 180 days. Shorter forgets the summer house; longer
  /// holds on to the old job.
  public static let halfLifeSeconds = 180 * 86_400.0

  /// Spots kept for a place, the newest; a dozen describe a car park.
  static let spotsKept = 12

  struct Spot: Hashable {
    var position: Coordinate
    var variance: Double
    var weight: Double
  }

  struct Taught: Hashable {
    /// Sum of the weights of all lessons, faded to the reference time.
    var weight = 0.0
    var spots: [Spot] = []
    /// See `OffsetScale.evidence`, faded to the reference time.
    var evidence = [Double](repeating: 0, count: OffsetScale.scales.count)
  }

  private(set) var places: [Int: Taught] = [:]
  /// When the newest lesson was learned; nothing has faded then.
  private(set) var newest: UTCTime?

  /// Nothing learned yet.
  public init() {}

  /// Weights count from a fixed time, so that fading is one factor for all.
  private static let reference = UTCTime(milliseconds: 1_767_225_600_000)

  private static func growth(at time: UTCTime) -> Double {
    exp2(time.seconds(since: reference) / halfLifeSeconds)
  }

  /// The weight of a lesson learned at `time` or, where that is later, with the newest lesson.
  private func growth(by time: UTCTime?) -> Double {
    guard let newest else { return 1 }
    return Self.growth(at: max(time ?? newest, newest))
  }

  /// Learns that `lesson` was a stop at `place`.
  public mutating func learn(_ lesson: Lesson, at place: Candidate) {
    var taught = places[lesson.placeID] ?? Taught()
    let sigma = max(ErrorKernel.leastSigma, lesson.sigmaMeters)
    let growth = Self.growth(at: lesson.time)
    let known = taught.spots.isEmpty ? 0 : Self.density(taught.spots, at: lesson.position, sigma)
    let share = taught.spots.isEmpty ? 0 : Self.returning(taught.weight / growth)
    let disc = EquivalentDisc(
      of: place, from: lesson.position, signedDistance: place.signedDistance(from: lesson.position))
    for (index, scale) in OffsetScale.scales.enumerated() {
      let beside = ErrorKernel(sigma: sigma, scales: [(scale, 1)]).density(disc)
      // The tail bounds what one mistaken confirmation can claim about all others.
      let density = share * known + (1 - share) * (beside + 1e-9)
      taught.evidence[index] += growth * log(density)
    }
    taught.weight += growth
    taught.spots.append(
      Spot(position: lesson.position, variance: sigma * sigma, weight: growth))
    if taught.spots.count > Self.spotsKept { taught.spots.removeFirst() }
    places[lesson.placeID] = taught
    newest = max(newest ?? lesson.time, lesson.time)
  }

  /// Forgets what `placeID` taught.
  public mutating func forget(placeID: Int) {
    places[placeID] = nil
  }

  /// Probability that the next stop at a place is on a spot that was confirmed `count` times before.
  static func returning(_ count: Double) -> Double { count / (count + 0.7) }

  /// Variance of two stops on one spot around it, in square metres an axis: 4 m each, the width of a
  /// parking bay and a bit.
  private static let spotVariance = 32.0

  private static func density(_ spots: [Spot], at position: Coordinate, _ sigma: Double) -> Double {
    var sum = 0.0
    var weights = 0.0
    for spot in spots {
      let kernel = ErrorKernel(
        sigma: sigma, scales: [((spot.variance + spotVariance).squareRoot(), 1)])
      sum +=
        spot.weight
        * kernel.density(
          EquivalentDisc(distance: spot.position.distance(to: position), radius: 0))
      weights += spot.weight
    }
    return weights > 0 ? sum / weights : 0
  }

  /// Density of stops, per square metre at `position`, on the spots that were confirmed for a place,
  /// and the probability that its next stop is on one of them; nil where there is none.
  func spots(
    of placeID: Int, at position: Coordinate, sigma: Double, time: UTCTime?
  ) -> (density: Double, share: Double)? {
    guard let taught = places[placeID] else { return nil }
    let count = taught.weight / growth(by: time)
    return (Self.density(taught.spots, at: position, sigma), Self.returning(count))
  }

  /// The scale of offsets as all places together taught it, by `time`.
  func offsetScale(at time: UTCTime?) -> OffsetScale {
    var scale = OffsetScale()
    let growth = growth(by: time)
    // In the order of ids, so that the sums are the same to the last bit.
    for id in places.keys.sorted() {
      scale.add(places[id]!.evidence, fadedBy: 1 / growth)
    }
    return scale
  }

  /// The places confirmed within `meters` of `position`, by id, and how often, by `time`.
  func visited(
    around position: Coordinate, withinMeters meters: Double, time: UTCTime?
  ) -> [(placeID: Int, count: Double, center: Coordinate)] {
    let growth = growth(by: time)
    return places.compactMap { id, taught in
      guard let spot = taught.spots.last, spot.position.distance(to: position) <= meters else {
        return nil
      }
      return (id, taught.weight / growth, spot.position)
    }.sorted { $0.placeID < $1.placeID }
  }
}
