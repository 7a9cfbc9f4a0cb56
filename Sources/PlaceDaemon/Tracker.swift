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
  var lastHere: Here?
  /// What the user picked.
  var selection: StoredSelection?
  /// What was done to the place table as far as subscribers know.
  var totals = PlaceTotals()
  private var clock = StreamClock()
  /// What the database held was taken over.
  private var isRestored = false
  private(set) lazy var recorder = EventRecorder(
    database: database, health: health, loop: loop, state: { [unowned self] in detector.state })
  private(set) lazy var coarse = CoarsePublisher(
    database: database, loop: loop, time: { [unowned self] in estimatedStreamTime },
    publish: { [unowned self] in sink?.publish(released: $0) })
  private(set) lazy var arrival = ArrivalTimer(
    loop: loop, secondsLeft: { [unowned self] in secondsToArrival },
    silence: { [unowned self] in clock.silence }, carryOn: { [unowned self] in arriveInSilence() })

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
    totals = (try? database.store.placeTotals()) ?? PlaceTotals()
    database.recovered = { [unowned self] in recover() }
  }

  /// Tells `sink` what happens from now on.
  public func attach(_ sink: any EventSink) { self.sink = sink }

  private func restore() {
    do throws(StoreError) {
      let store = database.store
      selection = isLive ? try store.selection() : nil
      let state = isLive ? try restoredState(store) : nil
      let lessons = try self.lessons()
      detector = Detector(
        settings: DetectionSettings(settings), state: state ?? DetectorState(), lessons: lessons)
      if isLive {
        health.restore(try store.healthHistory().compactMap(HealthChange.init))
        coarse.apply(settings)
      }
      restoreSelection(store)
      if let open = detector.state.visit, try store.visit(id: open.id) == nil {
        detector.forgetVisit()
      }
      isRestored = database.failure == nil
    } catch {
      database.note(error)
    }
  }

  private func restoredState(_ store: PlaceStore) throws(StoreError) -> DetectorState? {
    if let state = try recorder.restore() { return state }
    return try store.openVisit().map {
      DetectorState(resuming: $0, selected: selection?.placeID)
    }
  }

  /// The database can be used again. Where it could be read before, detection has followed it since
  /// then; where it could not, detection goes on from what it holds, as after a restart.
  private func recover() {
    if isRestored {
      coarse.apply(settings)
    } else {
      recorder.dropOpenVisits()
      restore()
    }
    checkTable()
    try? recorder.flush()
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
    if isLive { coarse.apply(settings) }
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
    if detector.state.now != before { clock.heard() }
    guard isLive else { return }
    arrival.update()
    coarse.advance()
  }

  /// The stream's clock now, carried on by the monotonic one where the stream is silent.
  var estimatedStreamTime: UTCTime? {
    isLive ? clock.present(after: detector.state.now) : detector.state.now
  }

  private var secondsToArrival: Double? {
    guard let due = detector.arrivalDue, let now = estimatedStreamTime else { return nil }
    return due.seconds(since: now)
  }

  private func arriveInSilence() {
    guard let due = detector.arrivalDue, let now = detector.state.now else { return }
    let time = max(due, now.advanced(bySeconds: 0.001))
    apply(detector.handle(.time(time), places: database.store))
    clock.heard()
  }

  /// What became of the reports since the start.
  var filter: StatusMessage.FilterCounts {
    var counts = StatusMessage.FilterCounts()
    counts.accepted = detector.counts.accepted
    counts.published = detector.counts.published
    for (reason, count) in detector.counts.ignored { counts.ignored[reason.rawValue] = count }
    return counts
  }

  /// Stores what a clean stop must not lose.
  public func stop() {
    guard isLive else { return }
    arrival.stop()
    coarse.stop()
    recorder.stop()
  }
}
