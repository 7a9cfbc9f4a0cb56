import Foundation

/// A server that behaves as a test scripts it: it answers what it is told to, answers nothing, talks
/// nonsense or hangs up. For what the real daemon never does, and to know exactly what was asked.
///
/// `@unchecked Sendable`: one thread accepts and one more serves each connection; all that they share
/// is guarded by `lock`.
public final class FakeDaemon: @unchecked Sendable {
  /// What a method is answered with.
  public enum Reply: Sendable {
    /// The text of `result`.
    case result(String)
    /// The text of `error`.
    case error(String)
    /// One of the daemon's own errors.
    case failure(code: String, message: String)
    /// These bytes, whatever they are.
    case raw(String)
    /// Nothing, ever.
    case silence
    /// The connection is closed.
    case hangUp
  }

  /// The reply to a method, by its name and its params.
  public typealias Script = @Sendable (_ method: String, _ params: [String: Any]) -> Reply

  /// The result of `hello` unless a script says otherwise.
  public static let hello =
    #"{"name":"placed","version":"0.1.0","protocol":1,"access":"precise","manage":true}"#

  /// The socket's path.
  public let path: String
  private let listener: Int32
  private let script: Script
  private let lock = NSLock()
  private var lines: [String] = []
  private var done: [String] = []
  private var connections: [Int32] = []

  /// Listens on `path`; replies by `script`, which is asked for every method, `hello` too.
  public init(path: String, script: @escaping Script) {
    self.path = path
    self.script = script
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    unlink(path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(bound == 0 && listen(listener, 128) == 0, "cannot listen: \(errno)")
    Thread.detachNewThread { [self] in
      // Whoever waits on it closes it: its number would be another's while it is waited on.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        lock.withLock { connections.append(connection) }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// A daemon that answers the methods of `replies`, and `hello`.
  public convenience init(path: String, replies: [String: Reply]) {
    self.init(path: path) { method, _ in
      replies[method]
        ?? (method == "hello"
          ? .result(Self.hello) : .error(#"{"code":-32601,"message":"no such method"}"#))
    }
  }

  /// The request lines so far, in the order they came.
  public var requests: [String] { lock.withLock { lines } }
  /// Those that were answered: what is told from now on comes after the answer.
  public var answered: [String] { lock.withLock { done } }

  /// How many connections are open.
  public var connectionCount: Int { lock.withLock { connections.count } }

  /// Sends a line to all connections.
  public func tell(_ line: String) {
    for connection in lock.withLock({ connections }) { send(line + "\n", to: connection) }
  }

  /// Closes all connections, and goes on listening.
  public func hangUp() {
    for connection in lock.withLock({ connections }) { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  /// Closes everything; the socket's file stays, as a dead daemon leaves it.
  public func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    hangUp()
  }

  private func send(_ text: String, to connection: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// A script may write JSON on several lines; a message is one.
  private func flat(_ text: String) -> String { text.filter { $0 != "\n" } }

  private func serve(_ connection: Int32) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    serving: while true {
      while let end = pending.firstIndex(of: 10) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        lock.withLock { lines.append(line) }
        guard answer(line, on: connection) else { break serving }
        lock.withLock { done.append(line) }
      }
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      pending += buffer.prefix(count)
    }
    lock.withLock { connections.removeAll { $0 == connection } }
    close(connection)
  }

  private func answer(_ line: String, on connection: Int32) -> Bool {
    let request =
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) ?? [:]
    let id = (request["id"] as? Int).map(String.init) ?? "null"
    let head = #"{"jsonrpc":"2.0","id":\#(id),"#
    let method = request["method"] as? String ?? ""
    switch script(method, request["params"] as? [String: Any] ?? [:]) {
    case .result(let text): send(head + #""result":"# + flat(text) + "}\n", to: connection)
    case .error(let text): send(head + #""error":"# + flat(text) + "}\n", to: connection)
    case .failure(let code, let message):
      send(
        head + #""error":{"code":-32000,"message":"\#(message)","data":{"code":"\#(code)"}}}"#
          + "\n", to: connection)
    case .raw(let text): send(text, to: connection)
    case .silence: break
    case .hangUp: return false
    }
    return true
  }
}
