import Configuration
import Detection
import EventLoop
import Geography
import PlaceProtocol
import PlaceStore
import Places

/// Follows the vehicle: hands observations to detection, stores what it concludes, then tells it.
///
/// An event is durable before anybody is told of it. Where it cannot be stored it is told all the
/// same, and health says why.
public final class Tracker {
  /// The settings in force.
  public private(set) var settings: Settings
  let database: PlaceDatabase
  let health: HealthRegistry
  let loop: EventLoop
  /// Events are stored, and the wall clock counts; false for a replay.
  let isLive: Bool
  weak var sink: (any EventSink)?

  var detector: Detector
  /// The last valid report, whether detection uses it or not.
  var lastReport: Report?
  /// Why the list of likely places was last published.
  var lastReason: LikelyReason?
  private var lastHere: Here?
  /// What the user picked.
  var selection: StoredSelection?
  /// What was done to the place table as far as subscribers know.
  private var totals = PlaceTotals()
  private var coarse: CoarseRelease?
  private var deadline: Timer?
  private var release: Timer?
  /// When the stream's clock last spoke.
  private var clockedAt: MonotonicTime?
  private var savedState: [UInt8]?

  /// A valid report and how it came here.
  struct Report {
    var fix: Fix
    /// The source's URL; nil in a replay, which is the same under any name.
    var source: String?
    var receivedAt: MonotonicTime
  }

  /// A tracker that goes on where the database says the last one stopped; in a replay it starts anew,
  /// with what the user taught.
  public init(
    settings: Settings, database: PlaceDatabase, health: HealthRegistry, loop: EventLoop,
    isLive: Bool
  ) {
    self.settings = settings
    self.database = database
    self.health = health
    self.loop = loop
    self.isLive = isLive
    detector = Detector(settings: DetectionSettings(settings))
    restore()
    database.recovered = { [unowned self] in restore() }
  }

  /// Tells `sink` what happens from now on.
  public func attach(_ sink: any EventSink) { self.sink = sink }

  private func restore() {
    do throws(StoreError) {
      let store = database.store
      let saved = isLive ? try store.detectorState() : nil
      let state = saved.flatMap { StateCoding.state(from: $0) }
      let lessons = try self.lessons()
      detector = Detector(
        settings: DetectionSettings(settings), state: state ?? DetectorState(), lessons: lessons)
      savedState = saved
      totals = try store.placeTotals()
      selection = isLive ? try store.selection() : nil
      if isLive {
        health.restore(try store.healthHistory().compactMap(HealthChange.init))
        makeCoarse()
      }
      restoreSelection(store)
      if let open = detector.state.visit, try store.visit(id: open.id) == nil {
        detector.forgetVisit()
      }
    } catch {
      database.note(error)
    }
  }

  /// The database says what is selected; the state of detection may be of another moment.
  private func restoreSelection(_ store: PlaceStore) {
    guard isLive, selection?.placeID != detector.state.selection?.placeID else { return }
    if let picked = selection, let place = store.candidate(id: picked.placeID) {
      _ = detector.select(place, isFresh: false, places: store)
    } else {
      _ = detector.clearSelection(places: store)
    }
  }

  /// Everything the user taught, in the order in which he did.
  func lessons() throws(StoreError) -> Lessons {
    var lessons = Lessons()
    let store = database.store
    for lesson in try store.lessons() {
      guard let place = store.candidate(id: lesson.placeID) else { continue }
      lessons.learn(Lesson(lesson), at: place)
    }
    return lessons
  }

  /// Takes settings over that were read again.
  public func apply(_ settings: Settings) {
    self.settings = settings
    detector.settings = DetectionSettings(settings)
    if isLive { makeCoarse() }
  }

  // MARK: Observations

  /// Takes an observation of `source` over.
  public func handle(_ observation: Observation, source: String?) {
    if case .fix(let fix) = observation {
      lastReport = Report(fix: fix, source: source, receivedAt: .now)
    }
    take(observation)
  }

  private func take(_ observation: Observation) {
    let before = detector.state.now
    apply(detector.handle(observation, places: database.store))
    if detector.state.now != before { clockedAt = .now }
    setDeadline()
    releaseIfDue()
  }

  /// The stream's clock now, carried on by the monotonic one where the stream is silent.
  var estimatedStreamTime: UTCTime? {
    guard let time = detector.state.now else { return nil }
    guard isLive, let clockedAt else { return time }
    return time.advanced(bySeconds: max(0, MonotonicTime.now.seconds(since: clockedAt)))
  }

  /// What time alone decides, such as an arrival in a garage, does not wait for the next fix: where
  /// the stream is silent when it is due, its clock is carried on.
  private func setDeadline() {
    guard isLive, deadline == nil, let due = detector.arrivalDue, let time = estimatedStreamTime
    else { return }
    deadline = loop.timer(after: max(1, due.seconds(since: time) + 0.5)) { [weak self] in
      guard let self, let clockedAt else { return }
      deadline = nil
      guard let due = detector.arrivalDue, let time = estimatedStreamTime else { return }
      let isSilent = MonotonicTime.now.seconds(since: clockedAt) >= settings.staleAfterSeconds
      guard isSilent, time >= due else { return setDeadline() }
      self.clockedAt = .now
      apply(detector.handle(.time(time), places: database.store))
    }
  }

  /// What became of the reports since the start.
  var filter: StatusMessage.FilterCounts {
    var counts = StatusMessage.FilterCounts()
    counts.accepted = detector.counts.accepted
    counts.published = detector.counts.published
    for (reason, count) in detector.counts.ignored { counts.ignored[reason.rawValue] = count }
    return counts
  }

  // MARK: Outcomes

  /// Stores and tells what detection concluded.
  func apply(_ outcomes: [Outcome]) {
    let outcomes = asTheUserSaid(outcomes)
    store(outcomes)
    tell(outcomes)
    if detector.isFrozen {
      health.raise(
        .frozen, "the receiver repeats one position while it says that it moves",
        hint: "unplug it and plug it in again")
    } else {
      health.clear(.frozen)
    }
  }

  /// Tells what is stored already.
  func tell(_ outcomes: [Outcome]) {
    for outcome in outcomes { tell(outcome) }
  }

  /// The visits that outcomes begin, end or change, each as it is in the end.
  static func visits(in outcomes: [Outcome]) -> [Visit] {
    var visits: [Visit] = []
    for case let visit? in outcomes.lazy.map(visit(of:)) {
      visits.removeAll { $0.id == visit.id }
      visits.append(visit)
    }
    return visits
  }

  private func store(_ outcomes: [Outcome]) {
    guard isLive else { return }
    var event = StoreEvent(visits: Self.visits(in: outcomes))
    if outcomes.contains(.selectionEnded) {
      event.selection = .cleared
      selection = nil
    }
    if !event.isEmpty {
      try? commit(&event)
      deleteOldVisits()
    } else if outcomes.contains(.checkpoint) {
      saveState()
    }
  }

  /// Stores the detector's state on its own.
  func saveState() {
    let state = StateCoding.bytes(of: detector.state)
    guard isLive, state != savedState, database.failure == nil, !database.store.isReadOnly else {
      return
    }
    if (try? database.write { (store) throws(StoreError) in
      try store.saveDetectorState(state)
    }) != nil {
      savedState = state
    }
  }

  /// Stores an event with the detector's state.
  func commit(_ event: inout StoreEvent) throws(ProtocolError) {
    let state = StateCoding.bytes(of: detector.state)
    event.detectorState = state
    let whole = event
    try database.write { (store) throws(StoreError) in try store.record(whole) }
    savedState = state
    keepHealth()
  }

  /// Writes the changes of health with an event, never on their own: a disk that wears is not written
  /// to because a receiver lost its signal.
  private func keepHealth() {
    for change in health.takeUnkept() {
      try? database.store.appendHealth(StoredHealth(change))
    }
  }

  private func deleteOldVisits() {
    guard let keep = settings.keepVisitsSeconds, let now = detector.state.now else { return }
    _ = try? database.write { (store) throws(StoreError) in
      try store.deleteVisits(endedBefore: now.advanced(bySeconds: -keep))
    }
  }

  /// Stores what a clean stop must not lose.
  public func stop() {
    deadline?.cancel()
    release?.cancel()
    guard isLive, database.failure == nil, !database.store.isReadOnly else { return }
    saveState()
    keepHealth()
  }

  private func tell(_ outcome: Outcome) {
    switch outcome {
    case .report(let fix, let ignored):
      if ignored == nil, let time = fix.time { follow(fix.position, at: time) }
      tellFix(fix, ignored: ignored)
    case .likely(let likely, let fix, let reason): tellLikely(likely, fix, reason)
    case .arrived(let visit, let reportedAt):
      tell(.arrived, visit, at: visit.arrivedAt, reportedAt: reportedAt)
    case .departed(let visit, let reportedAt):
      tell(
        .departed, visit, at: visit.departedAt ?? visit.departedBetween?.upperBound,
        reportedAt: reportedAt)
    case .visitChanged(let visit, let reportedAt):
      tell(.visit, visit, at: reportedAt, reportedAt: reportedAt)
    case .passed(let placeID, let time, let reportedAt):
      tellPassed(placeID, at: time, reportedAt: reportedAt)
    case .current(let placeID, let since): tellCurrent(placeID, since: since)
    case .selectionEnded:
      selection = nil
      tellSelected(nil, reason: "departed")
    case .checkpoint: break
    }
  }

  private func tellLikely(_ likely: Likely, _ fix: Fix, _ reason: LikelyReason) {
    lastReason = reason
    tellHere(fix.position)
    guard let limit = sink?.likelyLimit else { return }
    sink?.publish(likely: message(likely, fix, reason: reason, limit: limit))
  }

  private func tellHere(_ position: Coordinate) {
    guard let here = here(at: position) else { return }
    let isNew =
      here.locality != lastHere?.locality || here.region != lastHere?.region
      || here.countryCode != lastHere?.countryCode
    lastHere = here
    guard isNew, sink?.wants(.here) == true else { return }
    sink?.publish(
      Notification(.here) { writer in
        writer.key("here")
        writer.value(here)
        writer.member("time", detector.state.now)
      })
  }

  // MARK: The table

  /// Looks whether the place table is as detection last saw it; called when a process may have
  /// written to it. `removed`: places that are known to be gone.
  public func checkTable(removed: Set<Int> = []) {
    guard let now = try? database.store.placeTotals(), now != totals else { return }
    let notification = Notification(.places) { writer in
      writer.member("added", max(0, now.added - totals.added))
      writer.member("updated", max(0, now.updated - totals.updated))
      writer.member("removed", max(0, now.removed - totals.removed))
    }
    // A place that was moved or removed taught something else, or nothing.
    learnAnew()
    totals = now
    sink?.publish(notification)
    if let picked = selection, (try? database.store.place(id: picked.placeID)) == .some(nil) {
      selection = nil
      _ = detector.clearSelection(places: database.store)
      var event = StoreEvent(selection: .cleared)
      if isLive { try? commit(&event) }
      tellSelected(nil, reason: "removed")
    }
    apply(detector.placesChanged(removed: removed, places: database.store))
    setDeadline()
  }

  /// Rows of the place table; nil where it cannot be read.
  var placeCount: Int? { database.failure == nil ? database.store.placeCount : nil }

  // MARK: Approximate clients

  private func makeCoarse() {
    guard !settings.approximate.isEmpty else {
      coarse = nil
      return
    }
    guard coarse == nil, let secret = coarseSecret() else { return }
    coarse = CoarseRelease(secret: secret)
  }

  /// The installation's secret, made when it is first needed. Without a place to keep it there is
  /// none: cells that move with each start could be averaged.
  private func coarseSecret() -> [UInt8]? {
    let name = "coarse"
    if let kept = try? database.store.setting(name) { return kept }
    guard database.failure == nil, !database.store.isReadOnly else { return nil }
    var generator = SystemRandomNumberGenerator()
    let secret = (0..<CoarseRelease.secretByteCount).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let isKept =
      (try? database.write { (store) throws(StoreError) in try store.setSetting(name, secret) })
      != nil
    return isKept ? secret : nil
  }

  private func follow(_ position: Coordinate, at time: UTCTime) {
    if coarse?.update(position, at: time) == true { tellReleased() }
  }

  private func releaseIfDue() {
    guard let now = estimatedStreamTime, coarse != nil else { return }
    if coarse?.advance(to: now) == true { tellReleased() }
    release?.cancel()
    release = nil
    guard isLive, let next = coarse?.nextRelease(after: now) else { return }
    release = loop.timer(after: next.seconds(since: now) + 0.05) { [weak self] in
      self?.releaseIfDue()
    }
  }

  private func tellReleased() {
    if let position = coarse?.released { sink?.publish(released: position) }
  }

  /// What approximate clients are told.
  func releasedPosition() throws(ProtocolError) -> CoarsePosition {
    guard let position = coarse?.released else {
      throw ProtocolError(
        .noFix, "no position is released yet",
        hint: "approximate positions are released every 15 minutes")
    }
    return position
  }
}
