import EventLoop
import JSON
import PlaceProtocol

/// A subscription on an `EventLoop`, kept for ever: when the daemon goes away it is connected to anew,
/// after a time that doubles from half a second to 30.
///
/// After each connection the handler is given the state, then what changes. Calls go over the same
/// connection. The handler may call, stop and start from within; nothing is told after `stop`.
public final class PlaceSubscriber {
  /// What the handler is told.
  public enum Event {
    /// Connected, and let in.
    case connected(Hello)
    /// The state of everything subscribed to: after a connection, and after notifications were lost.
    case state(JSONValue)
    /// A notification; `topic` may be one that this version does not know. `lagged` is one, too; the
    /// state follows it.
    case notification(topic: String, params: JSONValue)
    /// Not connected, or not any more, and when it is tried again.
    case disconnected(ClientError, retrySeconds: Double)
  }

  /// Calls that may wait for their answers at one time.
  public static let maximumCalls = 64
  private static let retrySeconds = 0.5...30.0
  private static let queueSeconds = 0.05

  private let loop: EventLoop
  private let place: () -> SocketPath
  private let topics: (AccessLevel) -> [Topic]
  private let limit: Int?
  private let timeout: Double
  private let handler: (Event) -> Void

  private var connection: Connection?
  private var retry: Timer?
  private var backOff = retrySeconds.lowerBound
  /// What a connection tells after the next attempt began, or `stop`, counts no more.
  private var attempt = 0
  /// Until when a full queue of connections is waited for.
  private var deadline: MonotonicTime?

  /// A subscription to `topics`, not yet begun.
  ///
  /// - Parameters:
  ///   - place: Where the socket is; asked at each attempt, since it may appear elsewhere.
  ///   - limit: How many likely places; nil, as the daemon is set.
  ///   - timeout: Seconds that the daemon may take to let in and to answer.
  public convenience init(
    loop: EventLoop, place: @escaping () -> SocketPath, topics: [Topic], limit: Int? = nil,
    timeout: Double = PlaceClient.defaultTimeout, handler: @escaping (Event) -> Void
  ) {
    self.init(
      loop: loop, place: place, topicsAtLevel: { _ in topics }, limit: limit, timeout: timeout,
      handler: handler)
  }

  /// A subscription to the topics that `topicsAtLevel` names for the level of access that the daemon
  /// grants. When the level changes later, `access` tells, the subscription stays as it is: `stop` and
  /// `start` make it anew.
  public init(
    loop: EventLoop, place: @escaping () -> SocketPath,
    topicsAtLevel topics: @escaping (AccessLevel) -> [Topic], limit: Int? = nil,
    timeout: Double = PlaceClient.defaultTimeout, handler: @escaping (Event) -> Void
  ) {
    self.loop = loop
    self.place = place
    self.topics = topics
    self.limit = limit
    self.timeout = timeout
    self.handler = handler
  }

  deinit { stop() }

  /// Connects, and goes on doing so until `stop`.
  public func start() {
    guard connection == nil else { return }
    retry?.cancel()
    attempt += 1
    do throws(ClientError) {
      let connection = try Connection(place(), loop: loop)
      self.connection = connection
      deadline = nil
      connection.onNotification = { [weak self] in self?.receive(topic: $0, params: $1) }
      connection.onFailure = { [weak self, attempt] in self?.fail($0, attempt: attempt) }
      subscribe(over: connection)
    } catch {
      waitForRoom(or: error)
    }
  }

  /// The daemon's queue of connections may be full for a moment; there is no event for when it is not.
  private func waitForRoom(or error: ClientError) {
    let deadline = deadline ?? MonotonicTime.now.advanced(bySeconds: timeout)
    guard error.code == .timedOut, MonotonicTime.now < deadline else {
      self.deadline = nil
      return fail(error, attempt: attempt)
    }
    self.deadline = deadline
    retry = loop.timer(after: Self.queueSeconds) { [weak self] in self?.start() }
  }

  /// Ends the connection and all attempts. Calls that wait are not answered.
  public func stop() {
    retry?.cancel()
    retry = nil
    attempt += 1
    connection?.close()
    connection = nil
  }

  /// Calls `method`; `completion` is given its result or why there is none, from the loop, always, and
  /// never before this returns.
  public func call(
    _ method: Method, _ params: JSONValue? = nil,
    completion: @escaping (Result<JSONValue, ClientError>) -> Void
  ) {
    guard let connection else {
      let error = ConnectFailure.notConnected
      loop.timer(after: 0) { completion(.failure(error)) }
      return
    }
    connection.call(method, params, timeout: timeout, completion: completion)
  }

  private func subscribe(over connection: Connection) {
    connection.call(.hello, nil, timeout: timeout) { [weak self, attempt] answer in
      self?.take(answer, attempt: attempt) { (result) throws(ClientError) in
        let hello = try Hello(result)
        self?.handler(.connected(hello))
        self?.subscribe(at: hello.access, attempt: attempt)
      }
    }
  }

  private func subscribe(at level: AccessLevel, attempt: Int) {
    // The handler may have stopped it.
    guard attempt == self.attempt, let connection else { return }
    var params: [JSONValue.Member] = [
      .init("events", .array(topics(level).map { .string($0.rawValue) }))
    ]
    if let limit { params.append(.init("limit", .integer(Int64(limit)))) }
    connection.call(.subscribe, .object(params), timeout: timeout) { [weak self] answer in
      self?.take(answer, attempt: attempt) { result in
        self?.backOff = Self.retrySeconds.lowerBound
        self?.handler(.state(result["state"] ?? .object([])))
      }
    }
  }

  /// Without these two answers the connection is of no use.
  private func take(
    _ answer: Result<JSONValue, ClientError>, attempt: Int,
    _ body: (JSONValue) throws(ClientError) -> Void
  ) {
    guard attempt == self.attempt else { return }
    do throws(ClientError) { try body(try answer.get()) } catch { fail(error, attempt: attempt) }
  }

  private func receive(topic: String, params: JSONValue) {
    handler(.notification(topic: topic, params: params))
    if topic == Topic.lagged.rawValue, connection != nil, let state = params["state"] {
      handler(.state(state))
    }
  }

  private func fail(_ error: ClientError, attempt: Int) {
    guard attempt == self.attempt else { return }
    let broken = connection
    connection = nil
    stop()
    broken?.abandon(error)
    let seconds = backOff
    backOff = min(backOff * 2, Self.retrySeconds.upperBound)
    retry = loop.timer(after: seconds) { [weak self] in self?.start() }
    handler(.disconnected(error, retrySeconds: seconds))
  }
}
