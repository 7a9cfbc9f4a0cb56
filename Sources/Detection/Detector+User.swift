import Geography

extension Detector {
  /// What a selection brought about.
  public struct Selected {
    /// What the user taught by it; nil when it is only a marker.
    public var lesson: Lesson?
    /// What followed.
    public var outcomes: [Outcome]
  }

  /// The user picks a place of the table. `isFresh`: the last fix is not stale.
  ///
  /// Picked at rest among the current candidates it is a confirmation: it teaches, makes the place the
  /// current one and corrects the open visit. A place elsewhere is a marker and nothing else.
  public mutating func select(
    _ place: Candidate, isFresh: Bool, places: some PlaceLookup
  ) -> Selected {
    let time = state.now
    guard isFresh, let sample, let time else {
      state.selection = Selection(placeID: place.id, since: time, isHere: false)
      return Selected(lesson: nil, outcomes: [])
    }
    let likely = model.likely(at: sample, places: places, keeping: kept)
    let isHere = likely.entries.contains { $0.candidate.id == place.id && isCandidate($0, sample) }
    state.selection = Selection(
      placeID: place.id, since: time, isHere: isHere, position: isHere ? sample.position : nil)
    guard isHere, isAtRest || state.visit != nil else {
      return Selected(lesson: nil, outcomes: republish(.selected, places: places))
    }
    let lesson = Lesson(
      placeID: place.id, position: sample.position, sigmaMeters: sample.sigmaMeters, time: time)
    model.lessons.learn(lesson, at: place)
    log.add("selected", at: time, "the user picked place \(place.id)")
    var outcomes = setCurrent(place.id, since: state.visit?.arrivedAt ?? time, rule: "the user")
    if state.visit != nil, state.visit?.placeID != place.id || state.visit?.isConfirmed == false {
      state.visit?.placeID = place.id
      state.visit?.isConfirmed = true
      if let visit = state.visit { outcomes.append(.visitChanged(visit, reportedAt: time)) }
    }
    return Selected(lesson: lesson, outcomes: outcomes + republish(.selected, places: places))
  }

  /// A place that a list for `sample` would name: likely at all, or beside the vehicle.
  private func isCandidate(_ entry: Likely.Entry, _ sample: Sample) -> Bool {
    entry.likelihood >= 0.001
      || entry.distanceMeters
        <= LikelihoodModel.reachBeyondError + 3 * max(ErrorKernel.leastSigma, sample.sigmaMeters)
  }

  /// The user takes the selection back.
  public mutating func clearSelection(places: some PlaceLookup) -> [Outcome] {
    guard state.selection != nil else { return [] }
    state.selection = nil
    return republish(.selected, places: places)
  }

  /// Drops the decisions of a time, bounded or not: what is forgotten is not explained any more.
  public mutating func forgetRules(since: UTCTime?, until: UTCTime?) {
    log.removeAll { $0.time >= since ?? $0.time && $0.time <= until ?? $0.time }
  }

  /// The user says which place the open visit is at, nil for none. What it teaches is the caller's
  /// to keep.
  public mutating func correctVisit(to placeID: Int?) -> [Outcome] {
    guard state.visit != nil, let time = state.now else { return [] }
    state.visit?.placeID = placeID
    state.visit?.isConfirmed = true
    return setCurrent(placeID, since: state.visit?.arrivedAt ?? time, rule: "the user")
  }

  /// The open visit is one that the user removed before: it goes on untold. Where the vehicle is
  /// remains as it is.
  public mutating func forgetVisit() { state.visit = nil }

  /// The user takes the open visit back; the vehicle is still where it is.
  public mutating func dropVisit() -> [Outcome] {
    guard state.visit != nil, let time = state.now else { return [] }
    state.visit = nil
    return setCurrent(nil, since: time, rule: "the visit was removed")
  }

  /// The place table changed: what stands on it is evaluated at once. `removed`: places that it has
  /// no more.
  public mutating func placesChanged(
    removed: Set<Int> = [], places: some PlaceLookup
  ) -> [Outcome] {
    surroundings.forget()
    for id in removed { model.lessons.forget(placeID: id) }
    guard let time = state.now, let sample else { return [] }
    var outcomes: [Outcome] = []
    if let selection = state.selection, places.candidate(id: selection.placeID) == nil {
      state.selection = nil
    }
    let likely = model.likely(at: sample, places: places, keeping: kept)
    if var visit = state.visit,
      !visit.isConfirmed || visit.placeID.map({ places.candidate(id: $0) == nil }) ?? true
    {
      visit.alternatives = Self.alternatives(likely)
      visit.placeID = assigned(likely, at: sample)?.candidate.id
      visit.isConfirmed = false
      if visit != state.visit {
        state.visit = visit
        outcomes.append(.visitChanged(visit, reportedAt: time))
      }
    }
    if state.visit != nil || isAtRest {
      let placeID =
        state.visit?.placeID ?? CurrentPlace.claim(likely, at: sample)?.candidate.id
      outcomes += setCurrent(
        placeID, since: state.visit?.arrivedAt ?? time, rule: "the place table changed")
    } else if let placeID = state.current.placeID, places.candidate(id: placeID) == nil {
      outcomes += setCurrent(nil, since: time, rule: "the place was removed")
    }
    return outcomes + republish(.places, places: places)
  }

  /// Computes the list anew where the vehicle is, and publishes it when it differs.
  public mutating func republish(
    _ reason: LikelyReason, places: some PlaceLookup
  ) -> [Outcome] {
    guard let sample, let lastFix else { return [] }
    return publish(
      model.likely(at: sample, places: places, keeping: kept), at: sample, fix: lastFix,
      reason: reason)
  }

  /// The places that are likely at `sample`, or where the vehicle is; nil when that is not known.
  public func likely(at sample: Sample?, places: some PlaceLookup) -> Likely? {
    (sample ?? self.sample).map { model.likely(at: $0, places: places, keeping: kept) }
  }
}
