import Glibc
import PlaceProtocol
import Systemd

/// What goes out: answers, which are never dropped, and notifications, of which a slow reader gets
/// the latest state instead of the backlog.
extension SocketServer {
  /// Connections that are told of events.
  public var subscriberCount: Int {
    connections.values.count { $0.session.subscription != nil }
  }

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
  func send(_ line: [UInt8], to connection: Connection) {
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
    // A queue that is empty takes any: else the state could never be told where it is long.
    if !connection.output.isEmpty,
      connection.output.notificationByteCount + lineBuffer.count > limits.notificationBytes
    {
      connection.dropped = connection.output.dropNotifications() + 1
    } else {
      connection.output.appendNotification(lineBuffer, sent: taken)
    }
    account(connection)
    settle(connection)
  }

  func flush(_ connection: Connection) {
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

  /// Most likely places that a precise subscriber asked for; nil where none wants them.
  public var largestLikelyLimit: Int? {
    connections.values.lazy.map(\.session)
      .filter { $0.grant.level == .precise && $0.wants(.likely) }
      .compactMap { $0.subscription?.limit }.max()
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
}
