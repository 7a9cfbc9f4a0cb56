import EventLoop
import JSON
import PlaceClient
import PlaceProtocol

/// What the daemon says, with nothing missing: after each connection the arrivals and departures that
/// were not told come first, then what is told from now on.
final class DaemonFeed {
  enum Event {
    /// Connected; what this client may see.
    case connected(AccessLevel)
    /// The state of everything: after a connection, and after notifications were lost.
    case state(JSONValue)
    /// Something happened: an arrival, a departure, a passage or a corrected visit, in order.
    case happened(Topic, JSONValue)
    /// A notification of any topic.
    case changed(topic: String, JSONValue)
    /// What is wrong with the daemon, the worst first.
    case health([JSONValue])
    /// Not connected.
    case disconnected(ClientError)
  }

  /// Likely places that are asked for.
  private static let likelyLimit = 3
  /// Health has no notification of its own: it is asked for this often, and when the source changes.
  private static let healthSeconds = 60.0
  /// Events that wait while missed ones are looked for; beyond that they are found as missed.
  private static let mostHeld = 1000
  /// When a search that failed is begun again.
  private static let searchSeconds = 60.0
  private static let eventTopics: Set<Topic> = [.arrived, .departed, .passed, .visit]

  private let loop: EventLoop
  private let isWanted: (MissedEvent) -> Bool
  private let prepare: (_ newest: JSONValue?) -> Void
  private let needsPreparation: () -> Bool
  private let handler: (Event) -> Void

  private var subscriber: PlaceSubscriber?
  private var level = AccessLevel.denied
  private var search: CatchUp?
  private var held: [(Topic, JSONValue)] = []
  private var healthTimer: Timer?
  private var searchTimer: Timer?

  /// A feed, not yet begun.
  ///
  /// - Parameters:
  ///   - wantsFixes: The receiver's reports are wanted, too.
  ///   - needsPreparation: No search was ever made.
  ///   - prepare: Is given the newest visit, if any, before the first search.
  ///   - isWanted: A missed event is not known, and not too old.
  init(
    loop: EventLoop, place: @escaping () -> SocketPath, wantsFixes: Bool,
    needsPreparation: @escaping () -> Bool, prepare: @escaping (_ newest: JSONValue?) -> Void,
    isWanted: @escaping (MissedEvent) -> Bool, handler: @escaping (Event) -> Void
  ) {
    self.loop = loop
    self.needsPreparation = needsPreparation
    self.prepare = prepare
    self.isWanted = isWanted
    self.handler = handler
    subscriber = PlaceSubscriber(
      loop: loop, place: place, topicsAtLevel: { Self.topics($0, wantsFixes: wantsFixes) },
      limit: Self.likelyLimit
    ) { [weak self] in self?.take($0) }
  }

  private static func topics(_ level: AccessLevel, wantsFixes: Bool) -> [Topic] {
    switch level {
    case .precise:
      [.likely, .selected, .arrived, .departed, .passed, .visit, .current, .here, .source, .access]
        + (wantsFixes ? [.fix] : [])
    case .approximate: [.fix, .access]
    case .denied: [.access]
    }
  }

  /// Connects, and goes on doing so until `stop`.
  func start() { subscriber?.start() }

  /// Ends it.
  func stop() {
    endSearch()
    healthTimer?.cancel()
    subscriber?.stop()
  }

  /// Calls a method of the daemon.
  func call(
    _ method: Method, _ params: JSONValue?,
    completion: @escaping (Result<JSONValue, ClientError>) -> Void
  ) {
    subscriber?.call(method, params, completion: completion)
  }

  private func take(_ event: PlaceSubscriber.Event) {
    switch event {
    case .connected(let hello):
      level = hello.access
      handler(.connected(level))
    case .state(let state):
      handler(.state(state))
      healthTimer?.cancel()
      healthTimer = loop.timer(after: 0, every: Self.healthSeconds) { [weak self] in
        self?.askHealth()
      }
      if level == .precise { searchMissed() }
    case .notification(let topic, let params): take(topic, params)
    case .disconnected(let error, _):
      endSearch()
      healthTimer?.cancel()
      handler(.disconnected(error))
    }
  }

  private func take(_ name: String, _ params: JSONValue) {
    let topic = Topic(rawValue: name)
    handler(.changed(topic: name, params))
    if let topic, Self.eventTopics.contains(topic) {
      if search == nil {
        handler(.happened(topic, params))
      } else if held.count < Self.mostHeld {
        held.append((topic, params))
      }
    } else if topic == .source {
      askHealth()
    } else if topic == .access, params["access"]?.string != level.rawValue {
      // Other topics from now on: a subscription of its own.
      subscriber?.stop()
      endSearch()
      subscriber?.start()
    }
  }

  private func askHealth() {
    call(.status, nil) { [weak self] answer in
      if case .success(let status) = answer {
        self?.handler(.health(status["health"]?.array ?? []))
      }
    }
  }

  // MARK: What was missed

  private func searchMissed() {
    endSearch()
    let search = CatchUp(
      call: { [weak self] params, completion in
        self?.call(.visits, params, completion: completion)
      }, isWanted: isWanted,
      deliver: { [weak self] in self?.handler(.happened($0.topic, $0.params)) },
      finished: { [weak self] in self?.finishSearch($0) })
    self.search = search
    guard needsPreparation() else { return search.start() }
    call(.visits, ["limit": 1]) { [weak self, weak search] answer in
      guard let self, let search, search === self.search else { return }
      switch answer {
      case .success(let page):
        prepare(page["visits"]?.array?.first)
        search.start()
      case .failure(let error): finishSearch(error)
      }
    }
  }

  private func finishSearch(_ error: ClientError?) {
    let waiting = held
    held = []
    endSearch()
    for (topic, params) in waiting { handler(.happened(topic, params)) }
    guard error != nil else { return }
    searchLater()
  }

  /// Looks again in a while: the daemon's database was busy, or an event could not be kept.
  func searchLater() {
    guard searchTimer == nil else { return }
    searchTimer = loop.timer(after: Self.searchSeconds) { [weak self] in
      guard let self else { return }
      searchTimer = nil
      if level == .precise { searchMissed() }
    }
  }

  /// What is held stays so until a search is over: the next connection begins with one.
  private func endSearch() {
    search?.cancel()
    search = nil
  }
}
