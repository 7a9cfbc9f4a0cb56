import Geography

/// Places that are gone through without a stop.
///
/// The way between two fixes counts, not the fixes alone: a small place lies between two of them. Only
/// places with an extent can be gone through; beside a point one only drives past.
struct Passage: Hashable, Codable {
  /// Places followed at a time.
  static let capacity = 32
  /// Seconds and metres between two fixes beyond which the way between them is not known.
  static let longestSeconds = 60.0
  static let longestMeters = 2000.0

  /// The places the vehicle is in, and since when.
  private var inside: [Entry] = []

  private struct Entry: Hashable, Codable {
    var placeID: Int
    var since: UTCTime
  }

  /// Takes note of the way from one fix to the next. The places that were left, and when they were
  /// entered.
  mutating func observe(
    from start: Sighting, to end: Sighting, surroundings: inout Surroundings,
    places: some PlaceLookup
  ) -> [(placeID: Int, at: UTCTime)] {
    let seconds = end.time.seconds(since: start.time)
    let length = start.position.distance(to: end.position)
    guard seconds <= Self.longestSeconds, length <= Self.longestMeters else {
      inside = []
      return []
    }
    let left = inside.filter { entry in
      guard let place = surroundings.candidate(id: entry.placeID, places: places) else {
        return true
      }
      return CurrentPlace.probabilityInsideWidened(place, Sample(end)) <= 0.05
    }
    inside.removeAll { left.contains($0) }
    if length >= 1 {
      let middle = start.position.moved(
        length / 2, towards: start.position.bearing(to: end.position))
      let around = surroundings.candidates(
        around: middle, withinMeters: length / 2 + 1, places: places)
      for place in around
      where place.radiusMeters > 0 && !inside.contains(where: { $0.placeID == place.id }) {
        guard place.signedDistance(from: start.position) > 0,
          let share = crossing(of: place, from: start, to: end, length: length)
        else { continue }
        inside.append(
          Entry(placeID: place.id, since: start.time.advanced(bySeconds: seconds * share)))
      }
      // A place entered and left between two fixes is told at once.
      let through = inside.filter { entry in
        guard entry.since > start.time,
          let place = surroundings.candidate(id: entry.placeID, places: places)
        else { return false }
        return CurrentPlace.probabilityInsideWidened(place, Sample(end)) <= 0.05
      }
      inside.removeAll { through.contains($0) }
      if inside.count > Self.capacity { inside.removeFirst(inside.count - Self.capacity) }
      return (left + through).map { ($0.placeID, $0.since) }
    }
    return left.map { ($0.placeID, $0.since) }
  }

  /// Where on the way the vehicle was surest inside `place`, as a share of it; nil when it was not.
  private func crossing(
    of place: Candidate, from start: Sighting, to end: Sighting, length: Double
  ) -> Double? {
    let steps = min(32, max(1, Int(length / max(5, place.radiusMeters / 4)) + 1))
    let bearing = start.position.bearing(to: end.position)
    var best: (distance: Double, share: Double, position: Coordinate)?
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let position = start.position.moved(length * share, towards: bearing)
      let distance = place.signedDistance(from: position)
      if distance < best?.distance ?? 0 { best = (distance, share, position) }
    }
    guard let best,
      place.probabilityInside(
        at: best.position, sigma: max(start.sigma, end.sigma), signedDistance: best.distance)
        >= CurrentPlace.enterLikelihood
    else { return nil }
    return best.share
  }

  /// The vehicle stopped: at the places it is in it is no passage.
  mutating func stopped() { inside = [] }

  /// Moves all times by `seconds`, as the receiver's clock was.
  mutating func shift(bySeconds seconds: Double) { inside = [] }
}

extension Sample {
  /// The position of `sighting`.
  init(_ sighting: Sighting) {
    self.init(
      position: sighting.position, sigmaMeters: sighting.sigma, time: sighting.time)
  }
}
