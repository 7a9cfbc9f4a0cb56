import Geography

/// A position with its error, to be asked about.
public struct Sample: Hashable, Sendable {
  /// Where.
  public var position: Coordinate
  /// One standard error of an axis, in metres.
  public var sigmaMeters: Double
  /// When; nil is with the newest lesson.
  public var time: UTCTime?

  /// A position with its error.
  public init(position: Coordinate, sigmaMeters: Double, time: UTCTime? = nil) {
    self.position = position
    self.sigmaMeters = sigmaMeters
    self.time = time
  }

  /// The position of `fix`.
  public init(_ fix: Fix) {
    self.init(position: fix.position, sigmaMeters: fix.sigmaMeters, time: fix.time)
  }
}

/// Probabilities that a stop at a position is at each of the places around.
///
///     L_i = w_i p_i(x) / (Σ_j w_j p_j(x) + w_0 p_0)
///
/// p_i is the density of stops for place i at the position, w_i the share of all stops that are at
/// place i, and w_0 p_0 the same for `elsewhere`. docs/detection.md derives and measures it.
public struct LikelihoodModel {
  /// Candidates looked at. More changes nothing that is published; fewer loses places in a dense
  /// street.
  public static let candidateLimit = 256

  /// Share of stops that are at some place of a table that knows the region well: 85 %.
  static let knownShare = 0.85

  /// Share of stops at known places that are at one visited before: 73.1 % (Shaw et al., WSDM 2013).
  static let revisitShare = 0.731

  /// Confirmed stops after which history is believed half as much as it can be.
  static let historyWeight = 3.0

  /// Sum of popularity at which a table counts as knowing half of what there is. A table of one place
  /// must not claim every stop; one of a few dozen ordinary places may.
  static let halfKnownPopularity = 5.0

  /// Metres beyond six standard errors that candidates are looked for.
  static let reachBeyondError = 200.0

  /// What the user taught.
  public var lessons: Lessons

  /// A model that knows `lessons`.
  public init(lessons: Lessons = Lessons()) {
    self.lessons = lessons
  }

  /// Ranks the places around `sample`. `keeping`: places that stay candidates wherever they are,
  /// such as the current and the selected one.
  public func likely(
    at sample: Sample, places: some PlaceLookup, keeping: Set<Int> = []
  ) -> Likely {
    let region = Region(
      around: sample.position, time: sample.time, lessons: lessons, places: places)
    let reach = 6 * max(ErrorKernel.leastSigma, sample.sigmaMeters) + Self.reachBeyondError
    var candidates = places.candidates(
      around: sample.position, withinMeters: reach, limit: Self.candidateLimit)
    let furthest = candidates.count == Self.candidateLimit ? candidates.last : nil
    var found = Set(candidates.map(\.id))
    let near = region.visited.filter { sample.position.distance(to: $0.center) <= 1000 }
    for id in near.map(\.placeID) + keeping.sorted() where found.insert(id).inserted {
      if let candidate = places.candidate(id: id) { candidates.append(candidate) }
    }
    return rank(candidates, furthest: furthest, at: sample, region: region)
  }

  private func rank(
    _ candidates: [Candidate], furthest: Candidate?, at sample: Sample, region: Region
  ) -> Likely {
    let kernel = ErrorKernel(
      sigma: sample.sigmaMeters,
      scales: Array(
        zip(OffsetScale.scales, lessons.offsetScale(at: sample.time).weights)
          .map { ($0, $1) }))
    let counts = Dictionary(uniqueKeysWithValues: region.visited.map { ($0.placeID, $0.count) })
    let shares = Shares(region)
    let sigma = max(ErrorKernel.leastSigma, sample.sigmaMeters)

    var weights: [Double] = []
    weights.reserveCapacity(candidates.count)
    var entries: [Likely.Entry] = []
    entries.reserveCapacity(candidates.count)
    var seenPopularity = 0.0
    for candidate in candidates {
      let signed = candidate.signedDistance(from: sample.position)
      let disc = EquivalentDisc(of: candidate, from: sample.position, signedDistance: signed)
      var density = kernel.density(disc)
      let spots = lessons.spots(
        of: candidate.id, at: sample.position, sigma: sample.sigmaMeters, time: sample.time)
      if let spots { density = spots.share * spots.density + (1 - spots.share) * density }
      let popularity = candidate.weightedPopularity
      seenPopularity += popularity
      let prior = shares.prior(count: counts[candidate.id] ?? 0, popularity: popularity)
      weights.append(prior * density)
      entries.append(
        Likely.Entry(
          candidate: candidate, distanceMeters: max(0, signed), density: density, prior: prior,
          learned: spots?.density, likelihood: 0,
          within: candidate.probabilityInside(
            at: sample.position, sigma: sigma, signedDistance: signed)))
    }

    var elsewhere = shares.elsewhere / region.area
    if let furthest {
      // Places too far down the list to be looked at: uniform over the region, beyond the last one.
      let disc = EquivalentDisc(
        distance: max(0, furthest.signedDistance(from: sample.position)), radius: 0)
      let beyond = kernel.components.reduce(0) {
        $0 + $1.weight * 2 * .pi * $1.variance * disc.density(variance: $1.variance)
      }
      elsewhere += shares.unseen(seenPopularity) / region.area * beyond
    }
    let total = weights.reduce(elsewhere, +)
    for index in entries.indices { entries[index].likelihood = weights[index] / total }
    entries.sort { left, right in
      if left.likelihood != right.likelihood { return left.likelihood > right.likelihood }
      return (left.candidate.radiusMeters, left.candidate.id)
        < (right.candidate.radiusMeters, right.candidate.id)
    }
    return Likely(entries: entries, elsewhere: elsewhere / total)
  }
}

/// How all stops of a region are shared out before the position is looked at.
private struct Shares {
  private let visited: Double
  private let unvisited: Double
  private let visits: Double
  private let popularity: Double
  /// Share of stops at no place of the table.
  let elsewhere: Double

  init(_ region: Region) {
    visits = region.visits
    popularity = max(region.popularity, 1)
    // A confirmed stop is as good a sign that the table knows the region as a few places in it.
    let evidence = region.popularity + 3 * visits
    let known =
      LikelihoodModel.knownShare * evidence / (evidence + LikelihoodModel.halfKnownPopularity)
    let history = visits / (visits + LikelihoodModel.historyWeight)
    visited = known * LikelihoodModel.revisitShare * history
    unvisited = known - visited
    elsewhere = 1 - known
  }

  /// The share of a place confirmed `count` times.
  func prior(count: Double, popularity: Double) -> Double {
    (count > 0 ? visited * count / visits : 0) + unvisited * popularity / self.popularity
  }

  /// The share of places never visited that are not among those whose popularity sums to `seen`.
  func unseen(_ seen: Double) -> Double {
    unvisited * max(0, 1 - seen / popularity)
  }
}

extension Candidate {
  /// Popularity with the user's word: each step of priority counts ten times, five steps at most.
  fileprivate var weightedPopularity: Double {
    var weight = max(0, popularity)
    for _ in 0..<min(5, max(0, priority)) { weight *= 10 }
    for _ in 0..<min(5, max(0, -priority)) { weight /= 10 }
    return weight
  }
}
