import Geography

/// Decides which fixes count, in the order they come.
///
/// A fix that does not fit is held, not lost: when later ones bear it out, all of them count. So a
/// single wrong position or date moves nothing, and a true one is late by two fixes, never locked out.
struct Hygiene: Hashable, Codable {
  /// What is to be done with a fix.
  enum Verdict {
    /// These count, in this order; the last is the fix itself.
    case accepted([Sighting], Continuity)
    /// It does not count, for now or for ever.
    case ignored(IgnoredReason)
  }

  /// How fixes go on from those before.
  enum Continuity {
    /// Later, by the same clock.
    case going
    /// The receiver's clock was set by these seconds; the vehicle is where it was.
    case clockSet(seconds: Double)
    /// Older and elsewhere: another stream, such as a recording that is played.
    case another
  }

  /// Degrees around 0°N 0°E in which a position is a receiver's way to say that it knows none.
  static let nullIslandDegrees = 1e-5

  /// Seconds ahead of the stream after which a time is doubted: no pause between two drives that
  /// matters to anybody is hurt by two fixes' delay, and a wrong date is out by days.
  static let doubtedLead = 3 * 3600.0

  /// The receiver that counts at present.
  private(set) var device: String?
  /// The last fix that counted.
  private(set) var anchor: Sighting?
  /// Another receiver that reports while the one that counts is silent, and since when by its clock.
  private var rival: Rival?
  /// The time of the newest fix of each receiver that counted, the anchor's receiver aside.
  private var newestOfOthers: [String: UTCTime] = [:]
  /// When the anchor's unbroken run of fixes began.
  private var runBegan: UTCTime?
  /// Seconds between the last two fixes that counted.
  private var interval = 1.0
  /// The fixes that are held; they fit each other.
  private var held: Held?
  /// The last position, since when it has been the same to the last digit while speed was reported.
  private var still: Still?

  private struct Rival: Hashable, Codable {
    var device: String?
    var since: UTCTime
  }

  private struct Still: Hashable, Codable {
    var position: Coordinate
    var since: UTCTime
    var until: UTCTime
  }

  /// The receiver repeats one position to the last digit while it reports that it moves.
  var isFrozen: Bool { still.map { $0.until.seconds(since: $0.since) >= 30 } ?? false }

  mutating func judge(
    _ fix: Fix, settings: DetectionSettings, hasPlaceAtNullIsland: () -> Bool
  ) -> Verdict {
    if abs(fix.position.latitude) <= Self.nullIslandDegrees,
      abs(fix.position.longitude) <= Self.nullIslandDegrees, !hasPlaceAtNullIsland()
    {
      return .ignored(.nullIsland)
    }
    guard let sighting = Sighting(fix) else { return .ignored(.noTime) }
    if let accuracy = fix.accuracyMeters, accuracy > settings.maximumAccuracyMeters {
      return .ignored(.inaccurate)
    }
    guard let anchor else {
      device = fix.device
      return accept([sighting], .going)
    }
    if fix.device == device {
      rival = nil
    } else {
      if let reason = refusal(of: sighting, from: fix.device, anchor, settings) {
        return .ignored(reason)
      }
      switchDevice(to: fix.device, leaving: anchor.time)
    }
    noteStillness(sighting)
    let doubt =
      doubt(about: sighting, after: anchor, settings: settings)
      ?? held.flatMap { $0.isNearer(to: sighting, than: anchor) ? $0.doubt : nil }
    guard let doubt else { return accept([sighting], .going) }
    var now = held ?? Held(doubt: doubt, first: sighting)
    if held == nil || now.doubt != doubt || !now.add(sighting, settings: settings) {
      now = Held(doubt: doubt, first: sighting)
    }
    guard now.isBorneOut(anchor: anchor, anchored: anchoredSeconds) else {
      held = now
      return .ignored(doubt.reason)
    }
    if doubt != .future { runBegan = nil }
    guard doubt == .old else { return accept(now.sightings, .going) }
    // A clock that was set does not move the vehicle: what was begun keeps its length.
    let step = now.first.time.seconds(since: anchor.time) - min(interval, 10)
    return accept(now.sightings, now.isHere(anchor) ? .clockSet(seconds: step) : .another)
  }

  /// Why a fix of a receiver other than the one that counts does not: nil when that one is silent, by
  /// the stream's time or, as the clocks of two receivers may be years apart, by the other's own.
  private mutating func refusal(
    of sighting: Sighting, from other: String?, _ anchor: Sighting, _ settings: DetectionSettings
  ) -> IgnoredReason? {
    if rival?.device != other || (rival.map { sighting.time < $0.since } ?? true) {
      rival = Rival(device: other, since: sighting.time)
    }
    if let rival, sighting.time.seconds(since: rival.since) >= settings.staleAfterSeconds {
      return nil
    }
    guard sighting.time.seconds(since: anchor.time) >= settings.staleAfterSeconds else {
      return .otherDevice
    }
    return newestOfOthers[other ?? ""].map { sighting.time <= $0 } ?? false ? .old : nil
  }

  private var anchoredSeconds: Double {
    guard let anchor, let runBegan else { return 0 }
    return anchor.time.seconds(since: runBegan)
  }

  private mutating func accept(_ sightings: [Sighting], _ continuity: Continuity) -> Verdict {
    held = nil
    let last = sightings[sightings.count - 1]
    if case .going = continuity {
      if let anchor {
        interval = max(0.05, last.time.seconds(since: anchor.time))
        if interval > 3600 { runBegan = nil }
      }
      runBegan = runBegan ?? last.time
    } else {
      runBegan = last.time
    }
    anchor = last
    return .accepted(sightings, continuity)
  }

  private mutating func switchDevice(to device: String?, leaving time: UTCTime) {
    // A handful of receivers at most; more than eight names are somebody's mistake.
    if newestOfOthers.count >= 8 { newestOfOthers.removeAll() }
    newestOfOthers[self.device ?? ""] = time
    self.device = device
    rival = nil
    held = nil
    still = nil
  }

  private mutating func noteStillness(_ sighting: Sighting) {
    guard let speed = sighting.speed, speed > 1 else {
      still = nil
      return
    }
    if let known = still, known.position == sighting.position, sighting.time >= known.until {
      still?.until = sighting.time
    } else {
      still = Still(position: sighting.position, since: sighting.time, until: sighting.time)
    }
  }

  /// What is doubtful about `sighting`, if anything.
  private func doubt(
    about sighting: Sighting, after anchor: Sighting, settings: DetectionSettings
  ) -> Held.Doubt? {
    let seconds = sighting.time.seconds(since: anchor.time)
    if seconds <= 0 { return .old }
    if seconds > max(Self.doubtedLead, 4 * interval) { return .future }
    let distance = sighting.position.distance(to: anchor.position)
    let beyondError = distance - 2 * (sighting.sigma + anchor.sigma)
    // Doppler speed is robust where positions are not: half as much again, an acceleration and
    // braking of 6 m/s², and 20 m for what both leave out.
    let reported = [sighting.speed, anchor.speed].compactMap { $0 }.max()
    let unexplained =
      seconds <= 10
      && (reported.map { beyondError > 1.5 * $0 * seconds + 1.5 * seconds * seconds + 20 } ?? false)
    guard beyondError / seconds > settings.maximumSpeed || unexplained else { return nil }
    return beyondError > Held.teleportMeters && beyondError / seconds > settings.maximumSpeed
      ? .teleport : .jump
  }
}
