import CLinux
import EventLoop
import Glibc
import PlaceProtocol
import Systemd

/// Takes connections, cuts their bytes into requests, has them answered in order and tells the
/// subscribers what happened.
///
/// All output goes through `send`. Requests are taken one at a time, users in turn; a connection
/// whose answers are not read has no further request looked at.
public final class SocketServer {
  let loop: EventLoop
  let limits: ServerLimits
  let journal: Journal
  unowned let handler: any RequestHandler
  var policy: AccessPolicy
  private var listeners: [(socket: ListeningSocket, watch: Watch)] = []
  private(set) var connections: [ObjectIdentifier: Connection] = [:]
  private(set) var users: [UInt32: UserAccount] = [:]
  private var schedule = RequestSchedule<Connection>()
  private var isSliceDue = false
  private var sweep: Timer?
  let sendFlags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
  private var inputBuffer = [UInt8](repeating: 0, count: 16 << 10)
  var lineBuffer: [UInt8] = []

  /// What the connections of one user take together.
  struct UserAccount {
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
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
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

  func close(_ connection: Connection) {
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
  func settle(_ connection: Connection) {
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
    // Also one that fell behind with nothing left in the queue waits for room, to be told the state.
    if !connection.output.isEmpty || connection.dropped > 0 { interest.insert(.write) }
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

  // MARK: Bounds

  func account(_ connection: Connection) {
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
