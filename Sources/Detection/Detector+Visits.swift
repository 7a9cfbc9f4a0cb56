import Geography

extension Detector {
  /// Draws the conclusions of what the stop tracker decided.
  mutating func conclude(
    _ event: StopTracker.Event, at time: UTCTime, fix: Fix?, places: some PlaceLookup
  ) -> [Outcome] {
    switch event {
    case .provisional:
      log.add("provisional stop", at: time, "stood 5 s after driving: stored in case power goes")
      return [.checkpoint]
    case .settled: return settle(at: time, fix: fix, places: places)
    case .arrived(let known): return arrive(knownAt: max(known, time), fix: fix, places: places)
    case .departed(let stop, let between, let isInterval, let rule):
      return depart(
        stop, between: between, isInterval: isInterval, rule: rule, at: time, places: places)
    }
  }

  private mutating func settle(
    at time: UTCTime, fix: Fix?, places: some PlaceLookup
  ) -> [Outcome] {
    guard let stop = state.stops.stop else { return [] }
    let sample = Sample(position: stop.center, sigmaMeters: stop.sigma, time: time)
    let likely = model.likely(at: sample, places: places, keeping: kept)
    state.stops.arriveAfterSeconds = assigned(likely, at: sample)?.candidate.arriveAfterSeconds
    return fix.map { publish(likely, at: sample, fix: $0, reason: .stopped) } ?? []
  }

  private mutating func arrive(
    knownAt time: UTCTime, fix: Fix?, places: some PlaceLookup
  ) -> [Outcome] {
    guard let stop = state.stops.stop else { return [] }
    let sample = Sample(position: stop.center, sigmaMeters: stop.sigma, time: time)
    let likely = model.likely(at: sample, places: places, keeping: kept)
    var visit = Visit(
      id: Int(stop.began.milliseconds / 1000), device: state.hygiene.device,
      position: stop.center, accuracyMeters: stop.sigma * Fix.accuracyPerSigma,
      arrivedAt: stop.hadMotionBefore ? stop.began : nil,
      alternatives: Self.alternatives(likely), isInferred: stop.isInferred)
    if let selection = state.selection, selection.isHere {
      visit.placeID = selection.placeID
      visit.isConfirmed = true
    } else if let entry = assigned(likely, at: sample) {
      visit.placeID = entry.candidate.id
    }
    state.visit = visit
    state.passage.stopped()
    log.add(
      "arrived", at: time,
      "at rest since \(stop.began)" + (stop.hadMotionBefore ? "" : " or before the first fix"))
    var outcomes: [Outcome] = [
      visit.arrivedAt == nil
        ? .visitChanged(visit, reportedAt: time) : .arrived(visit, reportedAt: time)
    ]
    let placeID = visit.placeID ?? CurrentPlace.claim(likely, at: sample)?.candidate.id
    if let placeID {
      outcomes += setCurrent(
        placeID, since: stop.began, rule: "the visit's place", isInferred: stop.isInferred)
      if state.selection?.placeID == placeID { state.selection?.isHere = true }
    }
    if let fix { outcomes += publish(likely, at: sample, fix: fix, reason: .stopped) }
    return outcomes
  }

  private mutating func depart(
    _ stop: Stop, between: ClosedRange<UTCTime>, isInterval: Bool, rule: String, at time: UTCTime,
    places: some PlaceLookup
  ) -> [Outcome] {
    var outcomes: [Outcome] = []
    log.add("departed", at: time, "\(rule): last at rest at \(between.lowerBound)")
    if var visit = state.visit {
      visit.position = stop.center
      visit.accuracyMeters = stop.sigma * Fix.accuracyPerSigma
      visit.isInferred = visit.isInferred || stop.isInferred || isInterval
      if isInterval {
        visit.departedBetween = between
      } else {
        visit.departedAt = between.lowerBound
      }
      outcomes.append(.departed(visit, reportedAt: time))
    }
    state.visit = nil
    // A large place is not left by moving to another corner of it.
    if let placeID = state.current.placeID {
      let stays = places.candidate(id: placeID).map { place in
        state.stops.track.last.map {
          CurrentPlace.probabilityInsideWidened(place, Sample($0)) >= 0.5
        } ?? false
      }
      if stays != true {
        outcomes += setCurrent(
          nil, since: between.lowerBound, rule: "the visit ended",
          isInferred: stop.isInferred || isInterval)
      }
    }
    return outcomes + endSelection()
  }

  /// The place that a stop is at, when one is likely enough: 0.6, or several that share the ground.
  func assigned(_ likely: Likely, at sample: Sample) -> Likely.Entry? {
    if let first = likely.entries.first, first.likelihood >= CurrentPlace.enterLikelihood {
      return first
    }
    return CurrentPlace.claim(likely, at: sample)
  }

  static func alternatives(_ likely: Likely) -> [Visit.Alternative] {
    likely.entries.prefix(alternativesKept).map {
      Visit.Alternative(
        placeID: $0.candidate.id, likelihood: $0.likelihood, within: $0.within,
        distanceMeters: $0.distanceMeters)
    }
  }

  /// Places that stay candidates wherever they are.
  var kept: Set<Int> {
    Set([state.current.placeID, state.selection?.placeID, state.visit?.placeID].compactMap { $0 })
  }
}
