import EventLoop
import JSON
import SQLite

/// The broker's side: what is retained, kept up to date; events through the queue, each once and in
/// order; positions.
///
/// What is retained is sent with quality of service 0: only the latest counts, it is sent anew after
/// each connection, and while the link is congested it waits here, not in the library.
final class Publisher {
  /// Positions that are gathered before they are written to the queue together, and for how long: a
  /// card wears with every write, and a power cut may cost a few minutes of positions.
  private static let gatheredPositions = 64
  private static let gatherSeconds = 300.0

  private let loop: EventLoop
  private let topics: TopicNames
  private let queue: EventQueue
  private let qos: Int
  private let health: BridgeHealth
  private let commandTopics: [String]
  private let address: String
  private let received: (MQTTMessage) -> Void
  private let ready: () -> Void
  private let ended: () -> Void

  private var connection: BrokerConnection?
  private var outbox: Outbox?
  /// What the broker was given since it was connected to, by topic.
  private var published: [String: [UInt8]] = [:]
  private var wanted: [(topic: String, payload: [UInt8], isVital: Bool)] = []
  private var gathered: [QueuedMessage] = []
  private var gatherTimer: Timer?
  private var farewell: (() -> Void)?

  /// A publisher, not yet begun.
  ///
  /// - Parameters:
  ///   - commandTopics: What is subscribed to.
  ///   - received: A message on one of them.
  ///   - ready: Connected; what is retained can be renewed.
  ///   - ended: After `stop`.
  init(
    settings: BrokerSettings, topics: TopicNames, queue: EventQueue,
    commandTopics: [String], loop: EventLoop, health: BridgeHealth,
    received: @escaping (MQTTMessage) -> Void, ready: @escaping () -> Void,
    ended: @escaping () -> Void
  ) throws(BrokerError) {
    self.loop = loop
    self.topics = topics
    self.queue = queue
    self.health = health
    self.commandTopics = commandTopics
    self.received = received
    self.ready = ready
    self.ended = ended
    qos = settings.qos
    address = settings.address
    let will = MQTTMessage(topic: topics.status, text: "offline", isRetained: true)
    connection = try BrokerConnection(
      settings: settings, will: will, loop: loop
    ) { [weak self] in self?.take($0) }
    outbox = Outbox(
      queue, qos: settings.qos,
      publish: { [weak self] in self?.connection?.publish($0, qos: $1) },
      failed: { [weak self] in self?.queueFailed($0) })
  }

  /// Connects, and goes on doing so until `stop`.
  func start() { connection?.start() }

  /// The broker let this client in.
  var isConnected: Bool { connection?.isConnected ?? false }

  private func take(_ event: BrokerConnection.Event) {
    switch event {
    case .connected:
      health.connect(.broker, "connected to the broker \(address)")
      published = [:]
      for topic in commandTopics { connection?.subscribe(topic) }
      ready()
      sendRetained()
      settlePositions()
      outbox?.pump()
    case .disconnected(let error, _): health.raise(.broker, error.description)
    case .acknowledged(let id):
      outbox?.acknowledge(id)
      if outbox?.underwayCount == 0 { sayFarewell() }
    case .received(let message): received(message)
    case .drained:
      sendRetained()
      outbox?.pump()
    case .ended: ended()
    }
  }

  private func queueFailed(_ error: SQLiteError) {
    health.raise(.queue, "the queue cannot be read or written: \(error)")
  }

  // MARK: What is retained

  /// Makes `payload` what the broker keeps for a topic, where it is not already; an empty one removes it.
  ///
  /// `isVital`: it must not be lost on the way, as the next value may come in days.
  func retain(_ topic: String, _ payload: [UInt8], isVital: Bool = false) {
    if let index = wanted.firstIndex(where: { $0.topic == topic }) {
      wanted[index].payload = payload
    } else {
      wanted.append((topic, payload, isVital))
    }
    sendRetained()
  }

  private func sendRetained() {
    guard let connection, connection.isConnected else { return }
    for (topic, payload, isVital) in wanted where published[topic] != payload {
      guard !connection.isCongested else { return }
      let message = MQTTMessage(topic: topic, payload: payload, isRetained: true)
      guard connection.publish(message, qos: isVital ? min(qos, 1) : 0) != nil else { return }
      published[topic] = payload
    }
  }

  /// Publishes now or never: the answer to a command.
  func send(_ message: MQTTMessage) { _ = connection?.publish(message, qos: min(qos, 1)) }

  // MARK: What happens

  /// Queues what is to be published about an event; false when it cannot be kept: then it is published
  /// at once where that is possible, and not remembered.
  func publish(_ messages: [QueuedMessage], event: Int?) -> Bool {
    settlePositions()
    do throws(SQLiteError) {
      try queue.append(messages, event: event)
      health.clear(.queue, "the queue works again")
      tellDropped()
      if isConnected { outbox?.pump() }
      return true
    } catch {
      queueFailed(error)
      for queued in messages { _ = connection?.publish(queued.message, qos: qos) }
      return false
    }
  }

  private func tellDropped() {
    if queue.isFull {
      health.raise(
        .full,
        "the queue is full: the oldest positions are dropped, arrivals and departures last; "
          + "[queue] limit sets how many messages it holds")
    } else if queue.hasRoom {
      health.clear(.full, "the queue has room again")
    }
  }

  // MARK: Positions

  /// Publishes a position, or keeps it for when there is a connection.
  func publish(position message: MQTTMessage) {
    if let connection, connection.isConnected, !connection.isCongested, gathered.isEmpty,
      outbox?.isEmpty ?? false
    {
      if connection.publish(message, qos: min(qos, 1)) != nil { return }
    }
    gathered.append(QueuedMessage(message, rank: .position))
    if gathered.count >= Self.gatheredPositions {
      settlePositions()
    } else if gatherTimer == nil {
      gatherTimer = loop.timer(after: Self.gatherSeconds) { [weak self] in self?.settlePositions() }
    }
  }

  /// Writes what was gathered to the queue.
  private func settlePositions() {
    gatherTimer?.cancel()
    gatherTimer = nil
    guard !gathered.isEmpty else { return }
    do throws(SQLiteError) {
      try queue.append(gathered, event: nil)
      tellDropped()
    } catch {
      queueFailed(error)
    }
    gathered = []
    if isConnected { outbox?.pump() }
  }

  // MARK: The end

  /// Waits `seconds` at most for what is on its way, says `offline`, and ends.
  func stop(within seconds: Double) {
    settlePositions()
    farewell = { [weak self] in
      guard let self else { return }
      farewell = nil
      outbox?.settle()
      retain(topics.status, Array("offline".utf8), isVital: true)
      connection?.stop()
    }
    if outbox?.underwayCount == 0 || !isConnected { return sayFarewell() }
    loop.timer(after: seconds) { [weak self] in self?.sayFarewell() }
  }

  private func sayFarewell() { farewell?() }
}
