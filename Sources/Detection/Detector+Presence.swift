import Geography

extension Detector {
  /// Evaluates the current place after a fix that counts.
  mutating func evaluate(_ sighting: Sighting, places: some PlaceLookup) -> [Outcome] {
    // The arrival decided; until the departure only the user and the table change it.
    if state.visit != nil || state.stops.isInUnexplainedExcursion { return [] }
    if let next = state.nextEvaluation, sighting.time < next { return [] }
    guard let sample else { return [] }
    state.nextEvaluation = sighting.time.advanced(
      bySeconds: isAtRest && state.current.placeID != nil
        ? Self.evaluationSecondsAtRest : Self.evaluationSeconds)
    let likely = model.likely(at: sample, places: places, keeping: kept)
    let current = state.current.placeID.flatMap { places.candidate(id: $0) }
    guard
      state.current.observe(sample, at: sighting.time, current: current, likely: likely)
    else { return [] }
    return noteCurrent(
      rule: "evidence lasted \(Int(CurrentPlace.lastingSeconds)) s", at: sighting.time)
  }

  mutating func setCurrent(
    _ placeID: Int?, since: UTCTime, rule: String, isInferred: Bool = false
  ) -> [Outcome] {
    guard placeID != state.current.placeID else { return [] }
    state.current.set(placeID, since: since)
    return noteCurrent(rule: rule, at: since, isInferred: isInferred)
  }

  private mutating func noteCurrent(
    rule: String, at time: UTCTime, isInferred: Bool = false
  ) -> [Outcome] {
    let placeID = state.current.placeID
    log.add(
      "current", at: time, placeID.map { "entered place \($0): \(rule)" } ?? "left: \(rule)")
    return [
      .current(placeID: placeID, since: state.current.since ?? time, isInferred: isInferred)
    ]
  }

  /// Publishes the list when the vehicle moved by the filter distance, or its accuracy halved.
  mutating func publishIfMoved(_ fix: Fix, places: some PlaceLookup) -> [Outcome] {
    if state.stops.isInUnexplainedExcursion { return [] }
    if state.stops.stop?.excursion != nil, state.visit != nil, !state.stops.isDriving { return [] }
    guard let sample, let reason = state.filter.reason(for: sample, settings: settings) else {
      return []
    }
    return publish(
      model.likely(at: sample, places: places, keeping: kept), at: sample, fix: fix,
      reason: reason)
  }

  /// A fix that is too poor to count still says more than nothing about where places may be.
  mutating func publishPoor(
    _ fix: Fix, _ reason: IgnoredReason, places: some PlaceLookup
  ) -> [Outcome] {
    guard reason == .inaccurate || reason == .noTime else { return [] }
    if let anchor = state.hygiene.anchor {
      guard let time = fix.time, time.seconds(since: anchor.time) >= Self.poorFixSeconds else {
        return []
      }
    }
    let sample = Sample(fix)
    guard let reason = state.filter.reason(for: sample, settings: settings) else { return [] }
    return publish(
      model.likely(at: sample, places: places, keeping: kept), at: sample, fix: fix,
      reason: reason)
  }

  /// Publishes `likely` unless it says what was said last.
  mutating func publish(
    _ likely: Likely, at sample: Sample, fix: Fix, reason: LikelyReason
  ) -> [Outcome] {
    state.filter.published(sample)
    if let lastLikely, reason != .start, Self.isSame(likely, lastLikely) { return [] }
    lastLikely = likely
    counts.published += 1
    return [.likely(likely, fix, reason)]
  }

  /// Two lists that a reader cannot tell apart: the same places in the same order, the likelihoods
  /// equal to a thousandth.
  private static func isSame(_ left: Likely, _ right: Likely) -> Bool {
    abs(left.elsewhere - right.elsewhere) < 0.001
      && left.entries.prefix(alternativesKept).elementsEqual(
        right.entries.prefix(alternativesKept)
      ) { $0.candidate == $1.candidate && abs($0.likelihood - $1.likelihood) < 0.001 }
  }

  /// Ends a selection whose place the vehicle has left without a visit: 200 m are no drift.
  mutating func endSelection(at sighting: Sighting) -> [Outcome] {
    guard state.visit == nil, let selection = state.selection, selection.isHere,
      let position = selection.position, state.stops.stop?.excursion == nil,
      position.distance(to: sighting.position) > StopTracker.boundMeters + 2 * sighting.sigma
    else { return [] }
    return endSelection()
  }

  mutating func endSelection() -> [Outcome] {
    guard let selection = state.selection, selection.isHere,
      !settings.selectionOutlivesDeparture
    else { return [] }
    state.selection = nil
    return [.selectionEnded]
  }
}
