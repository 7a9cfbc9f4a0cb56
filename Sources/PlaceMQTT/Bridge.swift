import CommandTable
import EventLoop
import Geography
import Glibc
import JSON
import PlaceClient
import PlaceProtocol
import SQLite
import Systemd

/// The running bridge: the daemon's socket on one side, the broker on the other, all on one loop.
public final class Bridge {
  /// How long a stop may wait for messages that are on their way.
  private static let stopSeconds = 3.0
  /// After this the connections are usually made.
  private static let startSeconds = 3.0
  /// A daemon that is restarted is back within this; until then the vehicle counts as there.
  private static let absenceSeconds = 15.0

  private let settings: MQTTSettings
  private let topics: TopicNames
  private let homeAssistant: HomeAssistant
  private let ownTracks: OwnTracks?
  private let manager: ServiceManager
  private let journal: Journal
  private let health: BridgeHealth
  private let loop: EventLoop
  private let history: EventHistory
  private let announcement: Announcement

  private var feed: DaemonFeed?
  private var publisher: Publisher?
  private var signals: Watch?

  private var snapshot = Snapshot()
  private var level: AccessLevel?
  private var isKnown = false
  private var absence: Timer?
  private var refresh: Timer?
  private var lastRefresh: MonotonicTime?
  private var lastFixTime: UTCTime?
  private var lastLocation: JSONValue?
  private var isStopping = false

  /// A bridge with its queue open; it is connected to nobody yet.
  ///
  /// - Parameters:
  ///   - socket: The daemon's socket; nil for where it is by default.
  ///   - folder: Where the queue is kept.
  public init(
    settings: MQTTSettings, socket: String?, folder: String, manager: ServiceManager,
    journal: Journal
  ) throws(BrokerError) {
    self.settings = settings
    self.manager = manager
    self.journal = journal
    let names = MachineName()
    topics = TopicNames(base: names.fill(settings.topic))
    homeAssistant = HomeAssistant(
      topics: topics, prefix: settings.discoveryPrefix, name: names.plain(settings.deviceName))
    ownTracks = settings.ownTracksTopic.map {
      OwnTracks(topic: names.fill($0), trackerID: settings.trackerID)
    }
    health = BridgeHealth(journal: journal, manager: manager)
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw BrokerError(.file, "the event loop cannot be made: \(error)")
    }
    let opened = try QueueFile.open(folder: folder, limit: settings.queueLimit)
    let queue = opened.queue
    history = EventHistory(queue, historySeconds: settings.historySeconds)
    announcement = Announcement(
      homeAssistant, valuesTopic: topics.homeAssistant,
      isWanted: settings.announcesToHomeAssistant, queue: queue)
    if let problem = opened.problem { health.raise(.queue, "\(problem.text); \(problem.hint)") }
    publisher = try Publisher(
      settings: names.fill(settings.broker), topics: topics, queue: queue,
      commandTopics: settings.takesCommands
        ? RemoteCommand.methods.map { topics.command($0.rawValue) } : [], loop: loop,
      health: health, received: { [unowned self] in obey($0) },
      ready: { [unowned self] in renew() }, ended: { [unowned self] in loop.stop() })
    feed = DaemonFeed(
      loop: loop, place: { SocketPath(named: socket) },
      wantsFixes: settings.fixIntervalSeconds != nil,
      needsPreparation: { [history] in history.isNew },
      prepare: { [unowned self] in beginHistory(newest: $0) },
      isWanted: { [history] in history.wants($0) }, handler: { [unowned self] in take($0) })
  }

  /// Runs until SIGTERM or SIGINT.
  public func run() throws(SystemError) {
    signals = try loop.signals([SIGTERM, SIGINT]) { [unowned self] _ in stop() }
    feed?.start()
    publisher?.start()
    if let seconds = manager.watchdogSeconds {
      loop.timer(after: 0, every: seconds / 2) { [manager] in manager.feedWatchdog() }
    }
    loop.timer(after: Self.startSeconds) { CodePages.release() }
    manager.ready(status: health.status)
    journal.notice("placed-mqtt \(Release.version) is ready")
    try loop.run()
    journal.notice("stopped")
  }

  private func stop() {
    // A second signal does not wait.
    guard !isStopping else { return loop.stop() }
    isStopping = true
    manager.stopping()
    absence?.cancel()
    refresh?.cancel()
    feed?.stop()
    publisher?.stop(within: Self.stopSeconds)
    // The last word may not get through; nothing is lost with it.
    loop.timer(after: Self.stopSeconds + 2) { [unowned self] in loop.stop() }
  }

  // MARK: From the daemon

  private func take(_ event: DaemonFeed.Event) {
    switch event {
    case .connected(let level):
      health.connect(.daemon, "connected to placed")
      if level != self.level, level == .approximate {
        journal.notice("this user may see coarse positions only: nothing else is published")
      }
      self.level = level
    case .state(let state):
      absence?.cancel()
      snapshot.reset(to: state)
      isKnown = true
      renew()
      change(.state)
    case .happened(let topic, let params): happened(topic, params)
    case .changed(let topic, let params):
      if topic == Topic.fix.rawValue { publishFix(params) }
      change(snapshot.apply(topic, params))
    case .health(let health):
      guard health != snapshot.health else { return }
      snapshot.health = health
      change(.state)
    case .disconnected(let error):
      health.raise(.daemon, error.message + (error.hint.map { "; " + $0 } ?? ""))
      absence?.cancel()
      absence = loop.timer(after: isKnown ? Self.absenceSeconds : 0) { [unowned self] in
        isKnown = false
        publisher?.retain(topics.status, Array("offline".utf8), isVital: true)
      }
    }
  }

  /// What an event is called, and what it is worth.
  private func happened(_ topic: Topic, _ params: JSONValue) {
    let message = params.without(["seq"]).short
      .with("v", .integer(Int64(TopicNames.version)))
    let rank: QueuedMessage.Rank = topic == .passed ? .passage : .visit
    var messages = [
      QueuedMessage(
        MQTTMessage(topic: topics.event(topic.rawValue), payload: message.bytes), rank: rank)
    ]
    if let ownTracks, let transition = ownTracks.transition(topic, params) {
      messages.append(
        QueuedMessage(
          MQTTMessage(topic: ownTracks.transitionTopic, payload: transition.bytes), rank: rank))
    }
    let id = params["id"]?.int
    if let id, history.isUnsaved(id) { return }
    if publisher?.publish(messages, event: id) == false {
      if let id, publisher?.isConnected == true { history.markUnsaved(id) }
      feed?.searchLater()
    }
  }

  private func beginHistory(newest: JSONValue?) {
    do throws(SQLiteError) {
      try history.begin(newest: newest)
    } catch {
      health.raise(.queue, "the queue cannot be written: \(error)")
    }
  }

  // MARK: To the broker

  private func change(_ change: Snapshot.Change) {
    let wait: Double
    switch change {
    case .none: return
    // What changes in one moment goes out together.
    case .state: wait = 0
    case .position:
      guard refresh == nil else { return }
      let passed = lastRefresh.map { MonotonicTime.now.seconds(since: $0) } ?? .infinity
      wait = max(0, settings.intervalSeconds - passed)
    }
    refresh?.cancel()
    refresh = loop.timer(after: wait) { [unowned self] in publishState() }
  }

  /// Makes what the broker keeps what the daemon said last.
  private func publishState() {
    refresh = nil
    guard isKnown, !isStopping, let publisher else { return }
    lastRefresh = .now
    publisher.retain(topics.state, snapshot.stateMessage.bytes)
    if level == .precise {
      publisher.retain(topics.current, snapshot.currentMessage.bytes)
      publisher.retain(topics.visit, snapshot.visitMessage.bytes)
      publisher.retain(topics.here, snapshot.hereMessage.bytes)
    }
    if settings.announcesToHomeAssistant {
      publisher.retain(topics.homeAssistant, homeAssistant.values(snapshot).bytes)
    }
    if let ownTracks, snapshot.fix != lastLocation, let location = ownTracks.location(snapshot) {
      lastLocation = snapshot.fix
      publisher.publish(
        position: MQTTMessage(
          topic: ownTracks.locationTopic, payload: location.bytes, isRetained: true))
    }
  }

  /// `BASE/fix`, at most once in an interval of the receiver's time.
  private func publishFix(_ params: JSONValue) {
    guard let interval = settings.fixIntervalSeconds, params["ignored"] == nil,
      let fix = params["fix"], let time = fix["time"]?.string.flatMap({ UTCTime($0) })
    else { return }
    if let last = lastFixTime {
      let passed = Double(time.milliseconds - last.milliseconds) / 1000
      // A clock that was set back begins anew.
      if passed >= 0, passed < interval { return }
    }
    lastFixTime = time
    let message = fix.with("v", .integer(Int64(TopicNames.version)))
    publisher?.publish(position: MQTTMessage(topic: topics.fix, payload: message.bytes))
  }

  /// That the vehicle is there, and what Home Assistant is told of it; after each connection.
  private func renew() {
    guard isKnown, !isStopping, let publisher else { return }
    announcement.renew(publisher, isPrecise: level == .precise)
    publisher.retain(topics.status, Array("online".utf8), isVital: true)
  }

  // MARK: Commands

  private func obey(_ message: MQTTMessage) {
    guard
      let method = RemoteCommand.methods.first(where: {
        topics.command($0.rawValue) == message.topic
      })
    else { return }
    // One that the broker kept was meant for another moment.
    guard !message.isRetained else { return }
    do throws(RemoteCommand.Refusal) {
      let command = try RemoteCommand(method, payload: message.payload)
      feed?.call(method, command.params) { [unowned self] answer in
        tell(result: command.result(answer))
      }
    } catch {
      tell(result: error.result)
    }
  }

  private func tell(result: JSONValue) {
    publisher?.send(MQTTMessage(topic: topics.result, payload: result.bytes))
  }
}
