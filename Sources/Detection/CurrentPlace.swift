import Geography

/// The place the vehicle is at, as a state with hysteresis: entered on better evidence than it is left
/// on, and both only when the evidence lasts.
struct CurrentPlace: Hashable, Codable {
  /// Likelihood that enters a place.
  static let enterLikelihood = 0.6
  /// How much likelier another place must be to take over inside an overlap.
  static let switchLead = 0.2
  /// Probability of being inside the widened extent below which a place is left.
  static let leaveProbability = 0.05
  /// Seconds that evidence must last.
  static let lastingSeconds = 10.0
  /// The extent is widened by this factor and these metres for leaving.
  static let widening = 1.3
  static let wideningMeters = 20.0

  /// The place; nil is none.
  private(set) var placeID: Int?
  /// Since when.
  private(set) var since: UTCTime?
  /// The place that is about to be entered, and since when.
  private var entering: Pending?
  /// Since when the fixes are outside, and whether one of them had an accuracy of 100 m.
  private var leaving: Leaving?

  private struct Pending: Hashable, Codable {
    var placeID: Int
    var since: UTCTime
  }

  private struct Leaving: Hashable, Codable {
    var since: UTCTime
    var hadAccurateFix: Bool
    var beyondBoundSince: UTCTime?
  }

  /// Whether `place` holds `sample` even when its edge is drawn generously.
  static func probabilityInsideWidened(_ place: Candidate, _ sample: Sample) -> Double {
    var widened = place
    widened.radiusMeters =
      max(EquivalentDisc.pointRadius, place.radiusMeters) * widening + wideningMeters
    let slack = widened.radiusMeters - max(EquivalentDisc.pointRadius, place.radiusMeters)
    let signed =
      place.polygon == nil
      ? widened.signedDistance(from: sample.position)
      : place.signedDistance(from: sample.position) - slack
    if place.polygon != nil { return normalTail(signed / max(4, sample.sigmaMeters)) }
    return widened.probabilityInside(
      at: sample.position, sigma: max(ErrorKernel.leastSigma, sample.sigmaMeters),
      signedDistance: signed)
  }

  /// The place that `likely` speaks for, if any does.
  ///
  /// One place with a likelihood of 0.6, or, where several share one ground and no one has as much,
  /// the first of those that hold the position and have it together. It must hold the position: who
  /// stops down the street from a place is not in it.
  static func claim(_ likely: Likely, at sample: Sample) -> Likely.Entry? {
    guard let first = likely.entries.first else { return nil }
    var likelihood = first.likelihood
    if likelihood < enterLikelihood {
      let sharing = likely.entries.filter { $0.within >= enterLikelihood }
      guard sharing.contains(where: { $0.candidate.id == first.candidate.id }) else { return nil }
      likelihood = sharing.reduce(0) { $0 + $1.likelihood }
    }
    guard likelihood >= enterLikelihood, probabilityInsideWidened(first.candidate, sample) >= 0.5
    else { return nil }
    return first
  }

  /// Takes note of a position. True when the place changed. `current`: the place of this state, nil
  /// when the table has it no more.
  mutating func observe(
    _ sample: Sample, at time: UTCTime, current: Candidate?, likely: Likely
  ) -> Bool {
    let before = placeID
    if placeID != nil {
      guard let current else {
        set(nil, since: time)
        return true
      }
      leave(current, sample, time)
    }
    guard let claim = Self.claim(likely, at: sample), claim.candidate.id != placeID else {
      entering = nil
      return placeID != before
    }
    if let placeID, let mine = likely.entries.first(where: { $0.candidate.id == placeID }),
      claim.likelihood < mine.likelihood + Self.switchLead
    {
      entering = nil
      return self.placeID != before
    }
    if let entering, entering.placeID == claim.candidate.id {
      if time.seconds(since: entering.since) >= Self.lastingSeconds {
        set(claim.candidate.id, since: entering.since)
      }
    } else {
      entering = Pending(placeID: claim.candidate.id, since: time)
    }
    return placeID != before
  }

  private mutating func leave(_ current: Candidate, _ sample: Sample, _ time: UTCTime) {
    let beyond =
      current.signedDistance(from: sample.position) > StopTracker.boundMeters ? time : nil
    guard Self.probabilityInsideWidened(current, sample) <= Self.leaveProbability || beyond != nil
    else {
      leaving = nil
      return
    }
    var now = leaving ?? Leaving(since: time, hadAccurateFix: false)
    if sample.sigmaMeters * Fix.accuracyPerSigma <= 100 { now.hadAccurateFix = true }
    now.beyondBoundSince = beyond.map { now.beyondBoundSince ?? $0 }
    leaving = now
    let isLasting =
      now.hadAccurateFix && time.seconds(since: now.since) >= Self.lastingSeconds
    let isBeyond =
      now.beyondBoundSince.map { time.seconds(since: $0) >= StopTracker.boundSeconds } ?? false
    if isLasting || isBeyond { set(nil, since: now.since) }
  }

  /// Makes `placeID` the current place, as an arrival, the user or an edit of the table says.
  mutating func set(_ placeID: Int?, since time: UTCTime) {
    if placeID != self.placeID { since = time }
    self.placeID = placeID
    entering = nil
    leaving = nil
  }

  /// Moves all times by `seconds`, as the receiver's clock was.
  mutating func shift(bySeconds seconds: Double) {
    since = since?.advanced(bySeconds: seconds)
    entering = nil
    leaving = nil
  }
}
