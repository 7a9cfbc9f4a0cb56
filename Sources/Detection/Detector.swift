import Geography

/// Turns a stream of fixes into likely places, a current place and visits.
///
/// A pure reducer over the stream's time: the same state, the same observations and the same answers
/// of the place table give the same outcomes, whether they come live or from a recording.
public struct Detector {
  /// Likely places that a visit carries.
  static let alternativesKept = 5
  /// Seconds between two evaluations of the current place under way, and at rest.
  static let evaluationSeconds = 5.0
  static let evaluationSecondsAtRest = 30.0
  /// Seconds without a fix that counts, after which a poor one is better than none for the list.
  static let poorFixSeconds = 60.0

  /// What the user set.
  public var settings: DetectionSettings
  /// What ranks places, with everything the user taught.
  public var model: LikelihoodModel
  /// What survives a restart.
  public internal(set) var state: DetectorState
  /// Fixes that counted and that did not.
  public internal(set) var counts = FilterCounts()
  /// The last valid report, whether it counted or not.
  public internal(set) var lastFix: Fix?
  /// The list that was published last.
  public internal(set) var lastLikely: Likely?
  var log = RuleLog()
  var surroundings = Surroundings()

  /// A detector that goes on from `state`.
  public init(
    settings: DetectionSettings = DetectionSettings(), state: DetectorState = DetectorState(),
    lessons: Lessons = Lessons()
  ) {
    self.settings = settings
    self.state = state
    model = LikelihoodModel(lessons: lessons)
  }

  /// The newest decisions, oldest first.
  public var rules: [Rule] { log.rules }

  /// The receiver repeats one position although it reports that it moves.
  public var isFrozen: Bool { state.hygiene.isFrozen }

  /// The vehicle stands.
  public var isAtRest: Bool {
    state.stops.stop.map { $0.isSettled && $0.excursion == nil } ?? false
  }

  /// Since when it stands; nil where it does not, or not surely.
  public var restingSince: UTCTime? { isAtRest ? state.stops.stop?.began : nil }

  /// When the present rest becomes an arrival, should it last; nil where none is to come.
  public var arrivalDue: UTCTime? {
    guard isAtRest, let stop = state.stops.stop, !stop.isArrival else { return nil }
    return stop.began.advanced(bySeconds: state.stops.required(settings))
  }

  /// Where the vehicle is, as well as it is known: the middle of its stop, or the last fix.
  public var sample: Sample? {
    if let stop = state.stops.stop, stop.isSettled, stop.excursion == nil {
      return Sample(position: stop.center, sigmaMeters: stop.sigma, time: state.now)
    }
    return state.hygiene.anchor.map(Sample.init) ?? lastFix.map(Sample.init)
  }

  /// Takes note of what a source told.
  public mutating func handle(
    _ observation: Observation, places: some PlaceLookup
  ) -> [Outcome] {
    switch observation {
    case .time(let time): advance(to: time, places: places)
    case .fix(let fix): report(fix, places: places)
    }
  }

  /// The stream's clock goes on without a fix.
  private mutating func advance(to time: UTCTime, places: some PlaceLookup) -> [Outcome] {
    guard let now = state.now, time > now,
      time.seconds(since: now) <= Hygiene.doubtedLead
    else { return [] }
    let events = state.stops.advance(to: time, settings: settings)
    state.now = time
    return events.flatMap { conclude($0, at: time, fix: nil, places: places) }
  }

  private mutating func report(_ fix: Fix, places: some PlaceLookup) -> [Outcome] {
    lastFix = fix
    let verdict = state.hygiene.judge(fix, settings: settings) {
      !places.candidates(around: fix.position, withinMeters: 50, limit: 1).isEmpty
    }
    switch verdict {
    case .ignored(let reason):
      counts.ignored[reason, default: 0] += 1
      if let time = fix.time { log.addIgnored(reason, at: time) }
      return [.report(fix, ignored: reason)] + publishPoor(fix, reason, places: places)
    case .accepted(let sightings, let continuity):
      counts.accepted += 1
      var outcomes: [Outcome] = [.report(fix, ignored: nil)]
      switch continuity {
      case .going: break
      case .clockSet(let seconds): outcomes += shift(bySeconds: seconds)
      case .another: outcomes += startAnew()
      }
      for sighting in sightings { outcomes += observe(sighting, fix: fix, places: places) }
      return outcomes
    }
  }

  private mutating func observe(
    _ sighting: Sighting, fix: Fix, places: some PlaceLookup
  ) -> [Outcome] {
    let previous = state.stops.track.last
    let events = state.stops.observe(
      sighting, isFrozen: state.hygiene.isFrozen, settings: settings)
    state.now = sighting.time
    var outcomes = events.flatMap {
      conclude($0, at: sighting.time, fix: fix, places: places)
    }
    if let previous, state.visit == nil || state.stops.isDriving {
      outcomes += pass(from: previous, to: sighting, places: places)
    }
    outcomes += evaluate(sighting, places: places)
    outcomes += endSelection(at: sighting)
    outcomes += publishIfMoved(fix, places: places)
    return outcomes
  }

  private mutating func pass(
    from start: Sighting, to end: Sighting, places: some PlaceLookup
  ) -> [Outcome] {
    state.passage.observe(
      from: start, to: end, surroundings: &surroundings, places: places
    ).map {
      log.add("passed", at: $0.at, "went through place \($0.placeID) without a stop")
      return .passed(placeID: $0.placeID, at: $0.at, reportedAt: end.time)
    }
  }

  /// Another stream begins, older and elsewhere. What was open ends when it was last seen.
  private mutating func startAnew() -> [Outcome] {
    guard let now = state.now else { return [] }
    log.add("clock", at: now, "an older stream from elsewhere begins")
    var outcomes: [Outcome] = []
    if var visit = state.visit {
      let seen = state.stops.stop?.lastAtRest ?? visit.knownSince
      visit.departedAt = max(visit.knownSince, seen)
      visit.isInferred = true
      outcomes.append(.departed(visit, reportedAt: now))
    }
    outcomes += setCurrent(nil, since: now, rule: "another stream began") + endSelection()
    let (hygiene, filter, selection) = (state.hygiene, state.filter, state.selection)
    state = DetectorState()
    (state.hygiene, state.filter, state.selection) = (hygiene, filter, selection)
    return outcomes
  }

  /// Moves what is open by `seconds`, as the receiver's clock was set.
  private mutating func shift(bySeconds seconds: Double) -> [Outcome] {
    state.stops.shift(bySeconds: seconds)
    state.passage.shift(bySeconds: seconds)
    state.current.shift(bySeconds: seconds)
    state.nextEvaluation = nil
    let now = (state.now ?? UTCTime(milliseconds: 0)).advanced(bySeconds: seconds)
    state.now = now
    log.add("clock", at: now, "the receiver's clock was set by \(Int(seconds)) s")
    guard abs(seconds) >= 60, let visit = state.visit, let arrivedAt = visit.arrivedAt else {
      return []
    }
    state.visit?.arrivedAt = arrivedAt.advanced(bySeconds: seconds)
    return state.visit.map { [.visitChanged($0, reportedAt: now)] } ?? []
  }
}
