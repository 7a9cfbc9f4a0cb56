import CMosquitto
import EventLoop
import Glibc

/// A connection to the broker on an `EventLoop`, kept for ever: when it breaks it is made anew, after
/// a time that doubles from a second to a minute, with some chance in it so that a fleet does not come
/// back in one moment.
///
/// libmosquitto does the protocol and TLS with its own descriptor in this loop. Its `connect` alone
/// blocks, in the resolver and in the kernel: it runs on a short-lived thread, and nothing else is
/// called until that is over. `mosquitto_connect_async` would not do: it resolves names as well, and
/// takes only the first address, so that `localhost` fails where the broker listens on 127.0.0.1 alone.
final class BrokerConnection {
  enum Event {
    /// The broker let this client in. Nothing has been sent yet.
    case connected
    /// Not connected, or not any more, and when it is tried again.
    case disconnected(BrokerError, retrySeconds: Double)
    /// The broker has the message with this number.
    case acknowledged(CInt)
    /// A message that was subscribed to.
    case received(MQTTMessage)
    /// All that was handed over has been written to the socket.
    case drained
    /// After `stop`: the good-bye is written, or the connection is gone.
    case ended
  }

  private static let retrySeconds = 1.0...60.0
  /// From the TCP connection to the broker's welcome, the TLS handshake in between.
  private static let welcomeSeconds = 20.0
  /// A connection that lasted this long was a good one: the next wait is short again.
  private static let goodSeconds = 30.0

  private enum State {
    case idle
    case connecting(BackgroundWork)
    case greeting
    case connected(since: MonotonicTime)
  }

  private let settings: BrokerSettings
  private let client: Mosquitto
  private let loop: EventLoop
  private let handler: (Event) -> Void

  private var state = State.idle
  private var watch: (descriptor: CInt, watch: Watch)?
  private var ticks: Timer?
  private var deadline: Timer?
  private var retry: Timer?
  private var backOff = retrySeconds.lowerBound
  private var refusal: CInt?
  private var isLate = false
  private var isStopping = false

  /// A connection, not yet begun.
  ///
  /// `will`: what the broker publishes when this client is gone without a word.
  init(
    settings: BrokerSettings, will: MQTTMessage?, loop: EventLoop,
    handler: @escaping (Event) -> Void
  ) throws(BrokerError) {
    self.settings = settings
    self.loop = loop
    self.handler = handler
    client = try Mosquitto(id: settings.clientID ?? "placed")
    if let will { client.setWill(will) }
    let password = try settings.passwordFile.map { (path) throws(BrokerError) in
      try PasswordFile.read(path)
    }
    if settings.user != nil { client.setUser(settings.user, password: password) }
    if settings.usesTLS {
      try client.setTLS(
        authorityFile: settings.authorityFile, certificateFile: settings.certificateFile,
        keyFile: settings.keyFile)
    }
  }

  /// The broker let this client in.
  var isConnected: Bool {
    if case .connected = state { client.descriptor != nil } else { false }
  }

  /// Bytes wait for the socket to take them.
  var isCongested: Bool { isConnected && client.wantsWrite }

  /// Connects, and goes on doing so until `stop`.
  func start() {
    guard case .idle = state, !isStopping else { return }
    retry?.cancel()
    refusal = nil
    isLate = false
    _ = client.takeReports()
    _ = client.takeLoggedError()
    let attempt = Attempt(client: client, settings: settings)
    do throws(SystemError) {
      state = .connecting(
        try loop.background({ attempt.run() }) { [weak self] in self?.finish($0) })
    } catch {
      fail(BrokerError(.unreachable, "no thread for the connection: \(error)"))
    }
  }

  /// What the thread of a connection needs. Unchecked: while it runs the loop does not touch the
  /// client, and gets it back with the result, under a lock.
  private struct Attempt: @unchecked Sendable {
    let client: Mosquitto
    let settings: BrokerSettings

    func run() -> Mosquitto.Outcome {
      client.connect(
        host: settings.host, port: settings.effectivePort,
        keepAlive: Int(settings.keepAliveSeconds))
    }
  }

  private func finish(_ outcome: Mosquitto.Outcome) {
    guard case .connecting = state else { return }
    guard outcome.code == MOSQ_ERR_SUCCESS.rawValue, client.descriptor != nil else {
      return fail(settings.failure(of: outcome, logged: client.takeLoggedError()))
    }
    state = .greeting
    deadline = loop.timer(after: Self.welcomeSeconds) { [weak self] in self?.giveUp() }
    // The library pings after the keep-alive without traffic, and wants to be asked; a tenth of it
    // late is well within the half that the broker waits longer.
    let interval = max(1, settings.keepAliveSeconds / 10)
    ticks = loop.timer(after: interval, every: interval) { [weak self] in
      self?.perform { $0.tick() }
    }
    perform { _ in }
  }

  /// The broker took the connection, and does not answer.
  private func giveUp() {
    isLate = true
    if let descriptor = client.descriptor { shutdown(descriptor, CInt(SHUT_RDWR)) }
    perform { $0.read() }
  }

  // MARK: The loop

  /// Calls the library, then follows what it did to its socket, then tells what it reported: in this
  /// order, since what is told may open other descriptors with the number of one that it closed.
  private func perform<Result>(_ call: (Mosquitto) -> Result) -> Result {
    let wasCongested = client.wantsWrite
    let result = call(client)
    followSocket()
    for report in client.takeReports() { take(report) }
    if client.descriptor == nil { closed(code: 0) }
    if wasCongested, isConnected, !client.wantsWrite { handler(.drained) }
    return result
  }

  private func followSocket() {
    guard let descriptor = client.descriptor else {
      watch?.watch.cancel()
      watch = nil
      return
    }
    let interest: EventLoop.Interest = client.wantsWrite ? [.read, .write] : .read
    if let watch, watch.descriptor == descriptor {
      watch.watch.interest = interest
      return
    }
    watch?.watch.cancel()
    watch = nil
    do throws(SystemError) {
      let made = try loop.watch(descriptor, for: interest) { [weak self] in self?.ready($0) }
      watch = (descriptor, made)
    } catch {
      // The deadline ends what cannot be watched.
    }
  }

  private func ready(_ readiness: EventLoop.Interest) {
    perform { client in
      if readiness.contains(.write) { client.write() }
      if client.descriptor != nil, !readiness.isDisjoint(with: [.read, .closed]) { client.read() }
    }
  }

  private func take(_ report: Mosquitto.Report) {
    switch report {
    case .answered(0):
      deadline?.cancel()
      state = .connected(since: .now)
      handler(.connected)
    case .answered(let code): refusal = code
    case .disconnected(let code): closed(code: code)
    case .acknowledged(let id): handler(.acknowledged(id))
    case .received(let message): handler(.received(message))
    }
  }

  private func closed(code: CInt) {
    switch state {
    case .idle, .connecting: return
    case .greeting, .connected: break
    }
    followSocket()
    let logged = client.takeLoggedError()
    if case .connected(let since) = state {
      let seconds = MonotonicTime.now.seconds(since: since)
      if seconds >= Self.goodSeconds { backOff = Self.retrySeconds.lowerBound }
      fail(settings.loss(code: code, afterSeconds: seconds))
    } else if let refusal {
      fail(settings.refusal(refusal))
    } else if isLate {
      fail(
        BrokerError(
          .timedOut, "\(settings.address) takes connections, but does not answer as a broker",
          hint: settings.usesTLS
            ? "[broker] port: TLS has one of its own, 8883 by default"
            : "[broker] port, and whether it wants [tls]"))
    } else {
      fail(settings.failure(beforeWelcome: code, logged: logged))
    }
  }

  private func fail(_ error: BrokerError) {
    ticks?.cancel()
    deadline?.cancel()
    watch?.watch.cancel()
    watch = nil
    state = .idle
    guard !isStopping else { return handler(.ended) }
    let seconds = backOff * Double.random(in: 0.8...1.2)
    backOff = min(backOff * 2, Self.retrySeconds.upperBound)
    retry = loop.timer(after: seconds) { [weak self] in self?.start() }
    handler(.disconnected(error, retrySeconds: seconds))
  }

  // MARK: Messages

  /// Publishes; the number that the acknowledgement will carry, nil where it was not taken.
  func publish(_ message: MQTTMessage, qos: Int) -> CInt? {
    // After a good-bye the library would take it, and never send it.
    guard isConnected, !isStopping else { return nil }
    let id = client.publish(message, qos: qos)
    followSocket()
    // With quality 0 what was written at once is acknowledged at once; the caller has yet to learn the
    // number.
    if client.hasReports { loop.timer(after: 0) { [weak self] in self?.perform { _ in } } }
    return id
  }

  /// Asks for the messages of a topic, from now on and while connected.
  func subscribe(_ topic: String) {
    client.subscribe(topic)
    followSocket()
  }

  /// Ends the connection with a good-bye, so that the will is not published, and all attempts.
  /// `ended` is told when that is done, at once where there is no connection.
  func stop() {
    isStopping = true
    retry?.cancel()
    switch state {
    case .connected where client.descriptor != nil: perform { $0.disconnect() }
    case .connecting(let work):
      work.cancel()
      state = .idle
      handler(.ended)
    case .idle, .greeting, .connected: handler(.ended)
    }
  }
}
