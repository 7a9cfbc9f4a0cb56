import Geography

/// Finds when the vehicle comes to rest, for how long, and when it leaves.
///
/// Rest needs low speed and a place that is held; leaving needs motion that carries away from it. A
/// displacement that no motion explains is the receiver's until it has lasted. Time is the stream's:
/// what a silent minute brings is decided by `advance`, whether the next report ends it or a timer.
struct StopTracker: Hashable, Codable {
  /// What was decided.
  enum Event {
    /// The vehicle has stood for a few seconds.
    case settled
    /// The stop is worth storing in case the power goes.
    case provisional
    /// The stop lasted long enough; `at` is when that was known.
    case arrived(at: UTCTime)
    /// The vehicle left the stop, at a time or within an interval.
    case departed(Stop, between: ClosedRange<UTCTime>, isInterval: Bool, rule: String)
  }

  /// Reported speed, in metres a second, below which the vehicle stands. Doppler noise of poor
  /// receivers is 0.15 to 0.5; walking begins at 1.
  static let restSpeed = 0.8
  /// Seconds at rest after which the likely list is computed for the stop.
  static let settleSeconds = 10.0
  /// Seconds at rest that make a provisional stop, and metres driven before it.
  static let provisionalSeconds = 5.0
  static let provisionalMeters = 200.0
  /// Least seconds between two provisional stops, for the memory card's sake.
  static let provisionalInterval = 60.0
  /// Metres in a dozen seconds, its greatest step left out, that only driving makes.
  static let drivingMeters = 25.0
  /// Seconds that fixes must be away before a departure by explained motion.
  static let leaveSeconds = 10.0
  /// Metres of explained motion beyond the stop's radius that make a departure.
  static let leaveMeters = 50.0
  /// Seconds that an unexplained displacement must last to be believed.
  static let leapSeconds = 90.0
  /// Metres beyond which fixes end a stop after `boundSeconds`, whatever their accuracy.
  static let boundMeters = 200.0
  static let boundSeconds = 120.0
  /// Seconds without a fix after which it is not known what happened.
  static let gapSeconds = 60.0
  /// After such a gap the stop's radius counts this often: the receiver starts anew, with another
  /// error than before, and nothing moved it in between.
  static let gapWidening = 2.5

  /// Metres a second that a vehicle makes which goes on: a car in town.
  static let travelSpeed = 15.0

  private(set) var track = Track()
  private(set) var stop: Stop?
  private var lastProvisional: UTCTime?
  private var hasMoved = false

  /// Seconds at rest that make an arrival at the place the vehicle stands at, where it has its own.
  var arriveAfterSeconds: Double?

  /// The vehicle is seen to drive: a dozen seconds of motion, one leap not counted.
  var isDriving: Bool {
    track.motion(over: 12) >= Self.drivingMeters && (track.last?.speed ?? 2) >= 2
  }

  /// The present fix is away from the stop by no motion that explains it.
  var isInUnexplainedExcursion: Bool {
    guard let excursion = stop?.excursion else { return false }
    return excursion.furthestExplained < 2 * Self.leaveMeters
  }

  /// Nothing seen yet.
  init() {}

  /// Nothing seen but that the vehicle has arrived where it is.
  init(parkedAt sighting: Sighting, hadMotionBefore: Bool) {
    var stop = Stop(at: sighting, way: LocalVector(), hadMotionBefore: hadMotionBefore)
    stop.isArrival = true
    stop.isSettled = true
    stop.isStored = true
    self.stop = stop
    hasMoved = hadMotionBefore
  }

  /// Seconds at rest that make an arrival here.
  func required(_ settings: DetectionSettings) -> Double {
    arriveAfterSeconds ?? settings.arriveAfterSeconds
  }

  /// Takes note that it is `time`, without a fix.
  mutating func advance(to time: UTCTime, settings: DetectionSettings) -> [Event] {
    guard var stop, !stop.isArrival, isResting(stop) else { return [] }
    let due = stop.began.advanced(bySeconds: required(settings))
    guard time >= due, !stop.neverReportsRest else { return [] }
    stop.isArrival = true
    stop.isInferred =
      stop.isInferred || time.seconds(since: stop.seenUntil) > Self.gapSeconds * 10
    self.stop = stop
    track.forgetWay()
    return [.arrived(at: due)]
  }

  /// It stood at the last fix, and for a few seconds before.
  private func isResting(_ stop: Stop) -> Bool {
    let rested = stop.seenUntil.seconds(since: stop.began)
    return rested >= Self.provisionalSeconds
      && stop.seenUntil.seconds(since: stop.lastAtRest) <= 8
      && (stop.excursion == nil || isInUnexplainedExcursion)
      && track.motion(over: min(12, rested)) < Self.drivingMeters
  }

  /// Whether the time from the beginning of the stop to a fix elsewhere is enough for an arrival and
  /// the way there. When the power fails under way, a red light is the last that was stored.
  private func couldRest(before sighting: Sighting, _ settings: DetectionSettings) -> Bool {
    guard let stop, !stop.isArrival,
      case let distance = stop.center.distance(to: sighting.position), distance > Self.boundMeters
    else { return true }
    let travel = (distance - 2 * (stop.sigma + sighting.sigma)) / Self.travelSpeed
    return sighting.time.seconds(since: stop.began) - travel >= required(settings)
  }

  /// Takes note of a fix, newer than all before. `isFrozen`: the receiver repeats one position
  /// although it moves, so that nothing at rest can be concluded.
  mutating func observe(
    _ sighting: Sighting, isFrozen: Bool, settings: DetectionSettings
  ) -> [Event] {
    let previous = track.last
    var events =
      couldRest(before: sighting, settings) ? advance(to: sighting.time, settings: settings) : []
    track.add(sighting)
    if isFrozen {
      if stop?.isArrival == false { stop = nil }
      return events
    }
    let isAtRest = isAtRest(sighting)
    if !isAtRest, track.motion(over: 12) >= Self.drivingMeters { hasMoved = true }
    let isElsewhere = stop.map {
      !$0.isArrival && $0.center.distance(to: sighting.position) > Self.boundMeters
    }
    if isElsewhere ?? true, let previous {
      stop = stopThroughGap(from: previous, to: sighting, stands: isAtRest) ?? stop
    }
    guard let current = stop else {
      if isAtRest { begin(at: sighting) }
      return events
    }
    let isAfterGap =
      current.excursion == nil
      && sighting.time.seconds(since: current.seenUntil) > Self.gapSeconds
    let radius =
      max(settings.stopRadiusMeters, 2 * sighting.sigma, 2 * current.sigma)
      * (isAfterGap ? Self.gapWidening : 1)
    if current.center.distance(to: sighting.position) <= radius {
      events += stay(sighting, isAtRest: isAtRest, radius: radius, settings: settings)
    } else {
      events += stray(sighting, isAtRest: isAtRest, radius: radius, settings: settings)
    }
    return events
  }

  private func isAtRest(_ sighting: Sighting) -> Bool {
    if let speed = sighting.speed, speed < Self.restSpeed { return true }
    // A receiver that takes its speed from its own wandering never reports rest.
    guard let slow = track.displacementSpeed(over: 15), track.points.count >= 4 else {
      return sighting.speed == nil && track.points.count < 4
    }
    return slow < (sighting.speed == nil ? Self.restSpeed : 0.5)
  }

  private mutating func begin(at sighting: Sighting) {
    stop = Stop(at: sighting, way: track.way, hadMotionBefore: hasMoved)
    arriveAfterSeconds = nil
    track.forgetLeaps()
  }

  /// A pause without fixes that began and ended at about the same place is a stop, although nothing
  /// was seen of it. `stands`: it is at rest where it is seen again, so that this is the place.
  private func stopThroughGap(
    from previous: Sighting, to sighting: Sighting, stands: Bool
  ) -> Stop? {
    let seconds = sighting.time.seconds(since: previous.time)
    let distance = previous.position.distance(to: sighting.position)
    let stood = (previous.speed ?? 0) < 2
    guard seconds >= 600, distance <= (stood ? 500 : 150) else { return nil }
    var first = previous
    if stood, stands { first.position = sighting.position }
    var stop = Stop(at: first, way: track.way, hadMotionBefore: hasMoved)
    stop.isInferred = true
    return stop
  }

  private mutating func stay(
    _ sighting: Sighting, isAtRest: Bool, radius: Double, settings: DetectionSettings
  ) -> [Event] {
    guard var stop else { return [] }
    if sighting.time.seconds(since: stop.seenUntil) >= Self.gapSeconds * 10 {
      stop.isInferred = true
    }
    // A poor receiver's speed follows its wandering; below walking pace it says nothing.
    stop.include(
      sighting, way: track.way, isAtRest: isAtRest || (!isDriving && (sighting.speed ?? 0) < 2),
      madeUpSpeed: sighting.speed ?? track.displacementSpeed(over: 6))
    if sighting.time.seconds(since: stop.insideSince) >= 30 { track.forgetLeaps() }
    if stop.isArrival {
      self.stop = stop
      return []
    }
    if isDriving {
      self.stop = nil
      hasMoved = true
      return []
    }
    if stop.creep > creepLimit(radius, settings) { stop.restart(at: sighting, way: track.way) }
    self.stop = stop
    var events: [Event] = []
    let rested = stop.lastAtRest.seconds(since: stop.began)
    if !stop.isStored, rested >= Self.provisionalSeconds, track.driven >= Self.provisionalMeters,
      lastProvisional.map({ sighting.time.seconds(since: $0) >= Self.provisionalInterval }) ?? true
    {
      lastProvisional = sighting.time
      self.stop?.isStored = true
      events.append(.provisional)
    }
    if !stop.isSettled, rested >= Self.settleSeconds {
      self.stop?.isSettled = true
      events.append(.settled)
    }
    if stop.seconds(by: sighting.time) >= required(settings), !stop.neverReportsRest {
      self.stop?.isArrival = true
      track.forgetWay()
      events.append(.arrived(at: sighting.time))
    }
    return events
  }

  /// Metres that the mean of a stop may creep: in a queue one creeps further, at rest less.
  private func creepLimit(_ radius: Double, _ settings: DetectionSettings) -> Double {
    min(0.8 * radius, max(40, 0.4 * required(settings)))
  }

  private mutating func stray(
    _ sighting: Sighting, isAtRest: Bool, radius: Double, settings: DetectionSettings
  ) -> [Event] {
    guard var stop else { return [] }
    let distance = stop.center.distance(to: sighting.position)
    let explained = stop.center.distance(
      to: track.unexplained.removed(from: sighting.position))
    var excursion =
      stop.excursion ?? Stop.Excursion(began: sighting.time, insideUntil: stop.seenUntil)
    excursion.count += 1
    excursion.furthest = max(excursion.furthest, distance)
    excursion.furthestExplained = max(excursion.furthestExplained, explained)
    excursion.noteSpeed(sighting.speed)
    if sighting.sigma * Fix.accuracyPerSigma <= 100 { excursion.hadAccurateFix = true }
    if distance > Self.boundMeters + stop.scatter {
      excursion.beyondBoundSince = excursion.beyondBoundSince ?? sighting.time
    } else {
      excursion.beyondBoundSince = nil
    }
    if isDriving { excursion.drove = true }
    stop.excursion = excursion
    if explained <= radius, !isDriving, (sighting.speed ?? 0) < 2 {
      stop.standThroughLeap(sighting, way: track.way)
    } else if !excursion.drove, let speed = sighting.speed, speed < Self.restSpeed {
      stop.standAdrift(at: sighting.time)
    }
    self.stop = stop
    return stop.isArrival
      ? leaveVisit(stop, excursion, sighting, explained: explained, radius: radius, settings)
      : leaveCandidate(
        excursion, sighting, isAtRest: isAtRest, explained: explained, radius: radius, settings)
  }

  /// A stop that was no arrival yet ends at once with motion away from it.
  private mutating func leaveCandidate(
    _ excursion: Stop.Excursion, _ sighting: Sighting, isAtRest: Bool, explained: Double,
    radius: Double, _ settings: DetectionSettings
  ) -> [Event] {
    let away = sighting.time.seconds(since: excursion.began)
    let isAfterGap = excursion.began.seconds(since: excursion.insideUntil) > Self.gapSeconds
    let drove =
      explained > radius
      && (track.motion(over: 12) >= Self.drivingMeters || away >= Self.leaveSeconds
        || isAfterGap && excursion.furthest > Self.boundMeters)
      || (stop?.creep ?? 0) > creepLimit(radius, settings)
    if !drove, away >= Self.leapSeconds, explained <= radius {
      stop?.moveMiddle(to: sighting)
      track.forgetLeaps()
    } else if drove || away >= Self.leapSeconds {
      stop = nil
      hasMoved = hasMoved || drove
      if isAtRest { begin(at: sighting) }
    }
    return []
  }

  private mutating func leaveVisit(
    _ stop: Stop, _ excursion: Stop.Excursion, _ sighting: Sighting, explained: Double,
    radius: Double, _ settings: DetectionSettings
  ) -> [Event] {
    let away = sighting.time.seconds(since: excursion.began)
    let distance = stop.center.distance(to: sighting.position)
    if away >= Self.leapSeconds, explained <= radius, distance <= Self.boundMeters {
      // No vehicle leaps: the receiver's error changed for good.
      self.stop?.moveMiddle(to: sighting)
      track.forgetLeaps()
      return []
    }
    let isInterval = excursion.began.seconds(since: excursion.insideUntil) > Self.gapSeconds
    // Where it went during a gap, no speed tells.
    let stands =
      !excursion.drove && !isInterval
      && (excursion.meanSpeed.map { $0 < Self.restSpeed } ?? false)
    let rule: String
    if away >= Self.leaveSeconds, excursion.hadAccurateFix, !stands,
      explained >= max(radius, stop.tolerance) + stop.wandering + Self.leaveMeters
    {
      rule = "moved away"
    } else if away >= Self.leapSeconds, excursion.count >= 3, !stands,
      distance >= stop.wandering
        + max(2 * settings.stopRadiusMeters, 3 * sighting.sigma, 1.2 * stop.scatter)
    {
      rule = "stayed away"
    } else if let since = excursion.beyondBoundSince,
      sighting.time.seconds(since: since) >= Self.boundSeconds
    {
      rule = "far away"
    } else {
      return []
    }
    let left =
      isInterval
      ? excursion.insideUntil...excursion.began
      : stop.lastAtRest...max(stop.lastAtRest, excursion.began)
    self.stop = nil
    hasMoved = true
    track.forgetWay()
    track.forgetLeaps()
    if isAtRest(sighting) {
      begin(at: sighting)
      if isInterval, !excursion.drove, excursion.meanSpeed.map({ $0 < Self.restSpeed }) ?? true {
        // It stood here already when the fixes came back.
        self.stop?.began = excursion.began
        self.stop?.isInferred = true
      }
    }
    return [.departed(stop, between: left, isInterval: isInterval, rule: rule)]
  }

  /// Moves all times by `seconds`, as the receiver's clock was.
  mutating func shift(bySeconds seconds: Double) {
    track.shift(bySeconds: seconds)
    stop?.shift(bySeconds: seconds)
    lastProvisional = lastProvisional?.advanced(bySeconds: seconds)
  }
}
