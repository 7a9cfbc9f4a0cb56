import Detection
import EventLoop
import Geography
import NMEA

/// Follows one source: passes on what it tells, and knows at any time how it does and why.
///
/// The source says what it sees, here is decided what state that is. A status is sent when the state
/// or what is wrong changes, not with every fix.
final class SourceMonitor {
  /// What stands between the daemon and the receiver.
  private enum Link {
    case connecting
    case lost(SourceTrouble, retrySeconds: Double?)
    case noDevice(SourceTrouble)
    case up
  }

  private let loop: EventLoop
  private let staleAfter: Double
  /// A recording's clock says nothing about this machine's.
  private let isLive: Bool
  private let handler: (SourceEvent) -> Void

  /// How the source does.
  private(set) var status: SourceStatus
  private var link = Link.connecting
  /// What the source complains of while its link is up.
  private var complaint: SourceTrouble?
  /// What is odd about fixes that are valid.
  private var oddity: SourceTrouble?
  private var frozen = FrozenPosition()
  private var staleTimer: Timer?
  /// When the last valid fix came.
  private(set) var lastFix: MonotonicTime?

  /// `staleAfter` in seconds.
  init(
    url: String, isLive: Bool, staleAfter: Double, loop: EventLoop,
    handler: @escaping (SourceEvent) -> Void
  ) {
    self.loop = loop
    self.staleAfter = staleAfter
    self.isLive = isLive
    self.handler = handler
    status = SourceStatus(url: url, state: .connecting)
  }

  /// A connection is being made for the first time, or after a change.
  func connecting() {
    link = .connecting
    update()
  }

  /// gpsd, the host or the device is gone; the next attempt is after `retrySeconds`.
  func lost(_ trouble: SourceTrouble, retrySeconds: Double?) {
    link = .lost(trouble, retrySeconds: retrySeconds)
    status.satellitesSeen = nil
    status.satellitesUsed = nil
    update()
  }

  /// gpsd is there, the receiver is not.
  func noDevice(_ trouble: SourceTrouble) {
    link = .noDevice(trouble)
    update()
  }

  /// The way to the receiver is open.
  func connected(device: String?) {
    link = .up
    status.device = device ?? status.device
    update()
  }

  /// What is wrong although the way is open, as a receiver that is silent; nil when it is over.
  func complain(_ trouble: SourceTrouble?) {
    guard complaint != trouble else { return }
    complaint = trouble
    update()
  }

  /// Satellites in view and used.
  func satellites(seen: Int?, used: Int?) {
    status.satellitesSeen = seen ?? status.satellitesSeen
    status.satellitesUsed = used ?? status.satellitesUsed
    if case .up = link, !isFresh { status.trouble = troubleWithoutFix }
  }

  /// Passes on what the receiver told.
  func observe(_ observation: Observation, addedEras: Int = 0) {
    switch observation {
    case .time(let time):
      handler(.time(time))
    case .fix(let fix):
      complaint = nil
      link = .up
      lastFix = .now
      status.device = fix.device ?? status.device
      oddity = isLive ? oddity(of: fix, addedEras: addedEras) : nil
      if staleTimer == nil { armStaleTimer(after: staleAfter) }
      update()
      handler(.fix(fix, url: status.url))
    }
  }

  /// Passes on what an NMEA stream told: `observation` is what the epoch is about.
  func take(_ epoch: Epoch, _ observation: Observation?) {
    satellites(seen: epoch.satellitesSeen, used: epoch.satellitesUsed)
    if let observation { observe(observation, addedEras: epoch.addedEras) }
  }

  /// Ends all timers.
  func stop() {
    staleTimer?.cancel()
    staleTimer = nil
  }

  private func oddity(of fix: Fix, addedEras: Int) -> SourceTrouble? {
    if frozen.isFrozen(after: fix) { return .frozen }
    if addedEras != 0 { return .weekRollover(eras: addedEras) }
    guard let time = fix.time else { return nil }
    let seconds = SystemClock.now.seconds(since: time)
    return abs(seconds) > SystemClock.toleranceSeconds
      ? .clock(behindSeconds: -seconds, systemIsImpossible: SystemClock.now < SystemClock.release)
      : nil
  }

  private func armStaleTimer(after seconds: Double) {
    staleTimer = loop.timer(after: seconds) { [weak self] in
      guard let self, let lastFix else { return }
      let left = staleAfter - MonotonicTime.now.seconds(since: lastFix)
      staleTimer = nil
      if left > 0 { armStaleTimer(after: left) } else { update() }
    }
  }

  private var isFresh: Bool {
    lastFix.map { MonotonicTime.now.seconds(since: $0) < staleAfter } ?? false
  }

  private var troubleWithoutFix: SourceTrouble {
    if let complaint { return complaint }
    let (seen, used) = (status.satellitesSeen, status.satellitesUsed)
    return lastFix == nil
      ? .noFixYet(satellitesSeen: seen, used: used)
      : .lostFix(staleAfter: staleAfter, satellitesSeen: seen, used: used)
  }

  /// Derives the state, and sends it when it is another.
  private func update() {
    let former = status
    status.retrySeconds = nil
    switch link {
    case .connecting:
      status.state = .connecting
      status.trouble = nil
    case .lost(let trouble, let retrySeconds):
      status.state = .lost
      status.trouble = trouble
      status.retrySeconds = retrySeconds
    case .noDevice(let trouble):
      status.state = .noDevice
      status.trouble = trouble
    case .up where isFresh:
      status.state = .fix
      status.trouble = oddity
    case .up:
      status.state = lastFix == nil ? .noFix : .stale
      status.trouble = troubleWithoutFix
    }
    if status.state != former.state { status.since = .now }
    if !status.tells(theSameAs: former) { handler(.status(status)) }
  }
}
