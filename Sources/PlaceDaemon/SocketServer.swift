import CLinux
import EventLoop
import Glibc
import PlaceProtocol

/// Takes connections, cuts their bytes into requests, has them answered in order and tells the
/// subscribers what happened.
///
/// All output goes through `send`. Requests are taken one at a time, users in turn; a connection
/// whose answers are not read has no further request looked at.
public final class SocketServer {
  let loop: EventLoop
  let limits: ServerLimits
  let journal: Journal
  private unowned let handler: any RequestHandler
  private var policy: AccessPolicy
  private var listeners: [(socket: ListeningSocket, watch: Watch)] = []
  private(set) var connections: [ObjectIdentifier: Connection] = [:]
  private var users: [UInt32: UserAccount] = [:]
  private var schedule = RequestSchedule<Connection>()
  private var isSliceDue = false
  private var sweep: Timer?
  private var inputBuffer = [UInt8](repeating: 0, count: 16 << 10)
  private var lineBuffer: [UInt8] = []

  /// What the connections of one user take together.
  private struct UserAccount {
    var connections = 0
    var input = 0
    var output = 0
  }

  /// A server without a socket yet.
  public init(
    loop: EventLoop, policy: AccessPolicy, handler: any RequestHandler, journal: Journal,
    limits: ServerLimits = ServerLimits()
  ) {
    self.loop = loop
    self.policy = policy
    self.handler = handler
    self.journal = journal
    self.limits = limits
  }

  // MARK: Listening

  /// Takes connections from `socket` from now on.
  public func listen(on socket: ListeningSocket) throws(SystemError) {
    let watch = try loop.watch(socket.descriptor, for: .read) { [unowned self, unowned socket] _ in
      accept(from: socket)
    }
    listeners.append((socket, watch))
  }

  /// Takes no more connections from `socket`, and removes its file.
  public func stopListening(on socket: ListeningSocket) {
    guard let index = listeners.firstIndex(where: { $0.socket === socket }) else { return }
    listeners[index].watch.cancel()
    listeners.remove(at: index)
    socket.shutDown()
  }

  /// Closes everything.
  public func shutDown() {
    for listener in listeners { stopListening(on: listener.socket) }
    for connection in Array(connections.values) { close(connection) }
    sweep?.cancel()
  }

  private func accept(from socket: ListeningSocket) {
    for _ in 0..<64 {
      let descriptor = placed_accept(socket.descriptor)
      guard descriptor >= 0 else {
        if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS {
          pause(socket)
        }
        return
      }
      guard let peer = Peer(of: descriptor) else {
        Glibc.close(descriptor)
        continue
      }
      open(descriptor, peer: peer, grantsManage: socket.grantsManage)
    }
  }

  /// Out of descriptors: leaves waiting clients where they are for a second, instead of spinning.
  private func pause(_ socket: ListeningSocket) {
    guard let watch = listeners.first(where: { $0.socket === socket })?.watch else { return }
    journal.warning("no descriptor is left for another client; waiting a second")
    watch.interest = []
    loop.timer(after: 1) { watch.interest = .read }
  }

  private func open(_ descriptor: CInt, peer: Peer, grantsManage: Bool) {
    let connection = Connection(
      descriptor: descriptor, peer: peer, grantsManage: grantsManage,
      grant: policy.grant(to: peer, grantsManage: grantsManage))
    let reserve = peer.user == 0 ? 0 : limits.connectionsForRoot
    let count = users[peer.user]?.connections ?? 0
    guard connections.count < limits.connections - reserve, count < limits.connectionsPerUser
    else {
      let error = ProtocolError(
        .busy, "too many connections: one user may have \(limits.connectionsPerUser)",
        hint: "close some, or try again later")
      let line = Answer.line(to: .null, error: error)
      _ = Glibc.send(descriptor, line, line.count, sendFlags)
      Glibc.close(descriptor)
      return
    }
    var size = limits.kernelBufferBytes
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
    do {
      connection.watch = try loop.watch(descriptor, for: .read) {
        [unowned self, unowned connection] ready in self.ready(connection, ready)
      }
    } catch {
      journal.warning("a client cannot be served: \(error)")
      Glibc.close(descriptor)
      return
    }
    connections[ObjectIdentifier(connection)] = connection
    users[peer.user, default: UserAccount()].connections += 1
  }

  private func close(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    connection.watch?.cancel()
    Glibc.close(connection.descriptor)
    connections[ObjectIdentifier(connection)] = nil
    let user = connection.peer.user
    users[user]?.connections -= 1
    users[user]?.input -= connection.accountedInput
    users[user]?.output -= connection.accountedOutput
    if users[user]?.connections == 0 { users[user] = nil }
  }

  /// Connections that are told of events.
  public var subscriberCount: Int {
    connections.values.count { $0.session.subscription != nil }
  }

  // MARK: Requests

  private func ready(_ connection: Connection, _ interest: EventLoop.Interest) {
    if interest.contains(.write) { flush(connection) }
    if !connection.isClosed, interest.contains(.read) { read(connection) }
    guard !connection.isClosed else { return }
    // The other end is gone altogether: what it sent is still carried out, nothing is sent.
    if !interest.isDisjoint(with: .closed), connection.isAtEnd || !interest.contains(.read),
      !connection.hasRequest
    {
      return close(connection)
    }
    settle(connection)
  }

  private func read(_ connection: Connection) {
    // Also asked for when a full line waits and only a hang-up was to be noticed: then it is left.
    guard !connection.hasRequest, !connection.isAtEnd else { return }
    let count = recv(connection.descriptor, &inputBuffer, inputBuffer.count, 0)
    if count == 0 {
      connection.isAtEnd = true
      if connection.discarding == nil { _ = connection.framer.finish() }
    } else if count < 0 {
      if errno != EAGAIN && errno != EINTR { close(connection) }
    } else if let budget = connection.discarding {
      connection.discarding = budget - count
      if budget < count { close(connection) }
    } else {
      inputBuffer.withUnsafeBytes {
        connection.framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      account(connection)
      if users[connection.peer.user]?.input ?? 0 > limits.inputBytesPerUser {
        let error = ProtocolError(
          .busy, "too much is begun and not ended on this user's connections")
        end(connection, with: Answer.line(to: .null, error: error))
      }
    }
  }

  /// Brings what a connection waits for in line with what it has.
  private func settle(_ connection: Connection) {
    guard !connection.isClosed else { return }
    let mayWork = connection.output.byteCount < limits.answerBytes
    if connection.hasRequest, mayWork, !connection.isScheduled {
      connection.isScheduled = true
      schedule.append(connection, of: connection.peer.user)
      startSlice()
    }
    if connection.output.isEmpty, connection.isAtEnd, !connection.hasRequest,
      connection.session.subscription == nil || connection.discarding != nil
    {
      return close(connection)
    }
    var interest: EventLoop.Interest = []
    if !connection.isAtEnd, !connection.hasRequest, mayWork { interest.insert(.read) }
    if !connection.output.isEmpty { interest.insert(.write) }
    connection.watch?.interest = interest
    if isWatched(connection) { startSweep() }
  }

  private func startSlice() {
    guard !isSliceDue else { return }
    isSliceDue = true
    // After the descriptors that are ready now, so that users take turns from the first request on.
    loop.timer(after: 0) { [weak self] in self?.runSlice() }
  }

  private func runSlice() {
    isSliceDue = false
    let end = MonotonicTime.now.advanced(bySeconds: limits.sliceSeconds)
    repeat {
      guard let connection = schedule.next() else { return }
      connection.isScheduled = false
      guard !connection.isClosed else { continue }
      serve(connection)
      settle(connection)
    } while MonotonicTime.now < end
    if !schedule.isEmpty { startSlice() }
  }

  private func serve(_ connection: Connection) {
    let reply: Reply
    if connection.framer.state == .tooLong {
      reply = handler.replyToLongLine()
    } else {
      // Taken out first: the request must not be able to touch the buffer that it lies in.
      var framer = connection.framer
      connection.framer = LineFramer(maximumBytes: Request.maximumBytes)
      let result = framer.next { handler.reply(to: $0, of: connection.session) }
      connection.framer = framer
      guard let result else { return }
      reply = result
    }
    account(connection)
    guard !connection.isClosed else { return }
    if reply.endsConnection {
      end(connection, with: reply.line ?? [])
    } else if let line = reply.line {
      send(line, to: connection)
    }
  }

  /// Sends a last line; what still comes is thrown away for a while, so that the client, which may be
  /// in the middle of sending, reads it instead of a reset.
  private func end(_ connection: Connection, with line: [UInt8]) {
    connection.discarding = limits.discardedBytes
    connection.framer = LineFramer(maximumBytes: 0)
    connection.session.subscription = nil
    account(connection)
    connection.progressAt = .now
    send(line, to: connection)
  }

  // MARK: Output

  private let sendFlags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)

  /// Writes to the socket; how many bytes it took, nil when it is broken.
  private func write(_ bytes: UnsafeRawBufferPointer, to connection: Connection) -> Int? {
    while true {
      let count = Glibc.send(connection.descriptor, bytes.baseAddress, bytes.count, sendFlags)
      if count >= 0 {
        if count > 0 { connection.progressAt = .now }
        return count
      }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return nil }
    }
  }

  /// The gate for answers. An answer over the user's account is replaced by `busy`.
  private func send(_ line: [UInt8], to connection: Connection) {
    var rest = line
    if connection.output.isEmpty {
      guard let taken = line.withUnsafeBytes({ write($0, to: connection) }) else {
        return close(connection)
      }
      if taken == line.count { return didEmpty(connection) }
      rest.removeFirst(taken)
      connection.progressAt = .now
    }
    connection.output.appendAnswer(rest)
    account(connection)
    if users[connection.peer.user]?.output ?? 0 > limits.outputBytesPerUser {
      journal.info("a client that does not read its answers was disconnected")
      close(connection)
    }
  }

  /// The gate for notifications.
  private func send(_ notification: Notification, to connection: Connection) {
    let session = connection.session
    session.sequence += 1
    guard connection.dropped == 0 else {
      connection.dropped += 1
      return
    }
    lineBuffer.removeAll(keepingCapacity: true)
    notification.appendLine(seq: session.sequence, to: &lineBuffer)
    var taken = 0
    if connection.output.isEmpty {
      guard let count = lineBuffer.withUnsafeBytes({ write($0, to: connection) }) else {
        return close(connection)
      }
      if count == lineBuffer.count { return }
      taken = count
      connection.progressAt = .now
    }
    if taken == 0, connection.output.byteCount + lineBuffer.count > limits.notificationBytes {
      connection.dropped = connection.output.dropNotifications() + 1
    } else {
      connection.output.appendNotification(lineBuffer, sent: taken)
    }
    account(connection)
    settle(connection)
  }

  private func flush(_ connection: Connection) {
    let isWhole = connection.output.drain { write($0, to: connection) }
    account(connection)
    guard isWhole else { return close(connection) }
    if connection.output.isEmpty { didEmpty(connection) }
  }

  /// The reader has taken all: one that fell behind is told the state, one that is to go goes.
  private func didEmpty(_ connection: Connection) {
    if connection.dropped > 0 {
      let dropped = connection.dropped
      connection.dropped = 0
      let note = Notification(.lagged) { writer in
        writer.member("dropped", dropped)
        writer.key("state")
        handler.writeState(for: connection.session, to: &writer)
      }
      send(note, to: connection)
    }
    if connection.discarding != nil { Glibc.shutdown(connection.descriptor, CInt(SHUT_WR)) }
  }

  /// Tells every connection at `level` that asked for the topic.
  public func publish(_ notification: Notification, level: AccessLevel = .precise) {
    for connection in Array(connections.values)
    where connection.session.grant.level == level && connection.session.wants(notification.topic) {
      send(notification, to: connection)
    }
  }

  /// Tells every precise connection that asked for `topic` what `make` makes for its limit.
  public func publish(_ topic: Topic, _ make: (_ limit: Int) -> Notification) {
    var made: [Int: Notification] = [:]
    for connection in Array(connections.values)
    where connection.session.grant.level == .precise && connection.session.wants(topic) {
      let limit = connection.session.subscription?.limit ?? 1
      let notification = made[limit] ?? make(limit)
      made[limit] = notification
      send(notification, to: connection)
    }
  }

  /// Whether somebody at `level` would be told of `topic`.
  public func isWanted(_ topic: Topic, level: AccessLevel = .precise) -> Bool {
    connections.values.contains { $0.session.grant.level == level && $0.session.wants(topic) }
  }

  /// Judges every connection anew. `changed` makes what a connection whose grant changed is told.
  public func apply(_ policy: AccessPolicy, changed: (Session) -> [Notification]) {
    self.policy = policy
    for connection in Array(connections.values) {
      let session = connection.session
      let grant = policy.grant(to: connection.peer, grantsManage: connection.grantsManage)
      guard grant != session.grant else { continue }
      session.grant = grant
      for notification in changed(session) where session.wants(notification.topic) {
        send(notification, to: connection)
      }
    }
  }

  // MARK: Bounds

  private func account(_ connection: Connection) {
    guard !connection.isClosed else { return }
    let (input, output) = (connection.framer.count, connection.output.byteCount)
    guard input != connection.accountedInput || output != connection.accountedOutput else { return }
    users[connection.peer.user]?.input += input - connection.accountedInput
    users[connection.peer.user]?.output += output - connection.accountedOutput
    connection.accountedInput = input
    connection.accountedOutput = output
  }

  /// Whether time counts against a connection: it is full, or on its way out.
  private func isWatched(_ connection: Connection) -> Bool {
    connection.dropped > 0 || connection.discarding != nil
      || connection.output.byteCount >= limits.answerBytes
  }

  private func startSweep() {
    guard sweep == nil else { return }
    sweep = loop.timer(after: limits.stuckSeconds / 6, every: limits.stuckSeconds / 6) {
      [weak self] in self?.closeStuck()
    }
  }

  private func closeStuck() {
    let now = MonotonicTime.now
    var isNeeded = false
    for connection in Array(connections.values) where isWatched(connection) {
      if now.seconds(since: connection.progressAt) >= limits.stuckSeconds {
        journal.info("a client that reads nothing was disconnected")
        close(connection)
      } else {
        isNeeded = true
      }
    }
    if !isNeeded {
      sweep?.cancel()
      sweep = nil
    }
  }
}
