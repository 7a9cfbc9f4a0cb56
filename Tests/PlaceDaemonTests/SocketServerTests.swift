import Configuration
import EventLoop
import Glibc
import JSON
import PlaceProtocol
import Systemd
import TestSupport
import Testing

@testable import PlaceDaemon

/// Answers with the method's name; `big` and `subscribe` with many bytes.
private final class EchoHandler: RequestHandler {
  var log: [String] = []

  func reply(to line: UnsafeBufferPointer<UInt8>, of session: Session) -> Reply {
    do {
      let request = try Request(parsing: line)
      log.append(request.method)
      if request.method == "subscribe" {
        session.subscription = Session.Subscription(topics: Set(Topic.allCases), limit: 5)
      }
      guard let id = request.id else { return Reply(line: nil) }
      let text =
        request.method == "big" ? String(repeating: "x", count: 100_000) : request.method
      return Reply(line: Answer.line(to: id) { $0.value(text) })
    } catch {
      return Reply(
        line: Answer.line(to: error.id, error: error.error),
        endsConnection: error.error.kind == .parse)
    }
  }

  func replyToLongLine() -> Reply {
    Reply(
      line: Answer.line(to: .null, error: ProtocolError(.parse, "too long")), endsConnection: true)
  }

  func writeState(for session: Session, to writer: inout JSONWriter) {
    writer.object { $0.member("latest", true) }
  }
}

/// A server and its loop in this thread, driven step by step.
private final class Bench {
  let scratch = ScratchDirectory()
  let handler = EchoHandler()
  let loop: EventLoop
  let server: SocketServer
  let path: String

  init(_ limits: ServerLimits = ServerLimits(), settings: Settings = Settings()) throws {
    path = scratch.file("s")
    loop = try EventLoop()
    server = SocketServer(
      loop: loop, policy: AccessPolicy(settings), handler: handler,
      journal: Journal(level: .error), limits: limits)
    try server.listen(on: ListeningSocket(path: path, mode: 0o600, grantsManage: true))
  }

  deinit { server.shutDown() }

  func client() throws -> LineSocket { try #require(LineSocket(path: path)) }

  /// Lets the server work until `condition` holds; false after 20 s.
  func run(until condition: () -> Bool) throws -> Bool {
    let end = MonotonicTime.now.advanced(bySeconds: 20)
    while !condition() {
      guard MonotonicTime.now < end else { return false }
      try loop.runOnce(timeout: 20)
    }
    return true
  }

  func line(_ client: LineSocket) throws -> String? {
    var line: String?
    _ = try run {
      if let next = client.takeLine() {
        line = next
        return true
      }
      client.receive()
      return client.isAtEnd
    }
    return line ?? client.takeLine()
  }

  func fix(_ text: String = "") -> PlaceProtocol.Notification {
    Notification(.fix) { $0.member("text", text) }
  }
}

@Suite("Socket server")
struct SocketServerTests {
  private func request(_ method: String, _ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
  }

  @Test("Requests sent in one go are answered in order")
  func order() throws {
    let bench = try Bench()
    let client = try bench.client()
    client.send(line: (1...100).map { request("m\($0)", $0) }.joined(separator: "\n"))
    for id in 1...100 {
      #expect(try bench.line(client) == #"{"jsonrpc":"2.0","id":\#(id),"result":"m\#(id)"}"#)
    }
  }

  @Test("Users take turns: one with many requests waiting delays another's by one")
  func fairness() {
    var schedule = RequestSchedule<String>()
    for index in 0..<1000 { schedule.append("a\(index)", of: 1) }
    schedule.append("b0", of: 2)
    schedule.append("c0", of: 3)
    schedule.append("b1", of: 2)
    var order: [String] = []
    while order.count < 6, let next = schedule.next() { order.append(next) }
    #expect(order == ["a0", "b0", "c0", "a1", "b1", "a2"])
    while schedule.next() != nil {}
    #expect(schedule.isEmpty)
  }

  @Test("A request without an id is carried out and not answered")
  func notification() throws {
    let bench = try Bench()
    let client = try bench.client()
    client.send(line: #"{"jsonrpc":"2.0","method":"quiet"}"#)
    client.send(line: request("next", 1))
    #expect(try bench.line(client) == #"{"jsonrpc":"2.0","id":1,"result":"next"}"#)
    #expect(bench.handler.log == ["quiet", "next"])
  }

  @Test("A megabyte without a line end gets an answer, and the connection ends")
  func longLine() throws {
    let bench = try Bench()
    let client = try bench.client()
    let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    var sent = 0
    // The sender is not cut off in the middle: it can finish, and then read why.
    let isSent = try bench.run {
      let count = client.send(megabyte[sent...])
      sent += max(0, count)
      return sent == megabyte.count || count < 0
    }
    #expect(isSent && sent == megabyte.count)
    #expect(try bench.line(client)?.contains("-32700") == true)
    #expect(try bench.line(client) == nil && client.isAtEnd)
  }

  @Test("What follows a line that is no JSON is not looked at", arguments: ["", "{", "nonsense"])
  func notJSON(line: String) throws {
    let bench = try Bench()
    let client = try bench.client()
    client.send(line: line)
    client.send(line: request("after", 1))
    #expect(try bench.line(client)?.contains("-32700") == true)
    #expect(try bench.line(client) == nil && client.isAtEnd)
    #expect(bench.handler.log == [])
  }

  @Test("Half a line is waited for; at the end of the stream it is a last line")
  func halfLine() throws {
    let bench = try Bench()
    let (whole, half) = (try bench.client(), try bench.client())
    let text = request("late", 1)
    whole.send(text.utf8.prefix(10))
    half.send(text.utf8.prefix(10))
    _ = try bench.run { bench.server.connections.count == 2 }
    whole.send(text.utf8.dropFirst(10))
    whole.endSending()
    half.endSending()
    #expect(try bench.line(whole) == #"{"jsonrpc":"2.0","id":1,"result":"late"}"#)
    #expect(try bench.line(half)?.contains("-32700") == true)
    #expect(try bench.run { bench.server.connections.isEmpty })
  }

  @Test("A client that is gone before its answer leaves nothing behind")
  func gone() throws {
    let bench = try Bench()
    do {
      let client = try bench.client()
      client.send(line: #"{"jsonrpc":"2.0","method":"a"}"# + "\n" + request("b", 2))
    }
    #expect(try bench.run { bench.server.connections.isEmpty && bench.handler.log.count == 2 })
    #expect(bench.server.users.isEmpty)
  }

  @Test("A connection over a user's bound is told so and closed")
  func connectionLimit() throws {
    var limits = ServerLimits()
    limits.connectionsPerUser = 3
    let bench = try Bench(limits)
    let clients = try (0..<3).map { _ in try bench.client() }
    #expect(try bench.run { bench.server.connections.count == 3 })
    let fourth = try bench.client()
    #expect(try bench.line(fourth)?.contains(#""code":"busy""#) == true)
    #expect(try bench.line(fourth) == nil)
    clients[0].send(line: request("still", 1))
    #expect(try bench.line(clients[0])?.contains("still") == true)
  }

  @Test("A client that reads no answers has no further request looked at")
  func unreadAnswers() throws {
    let bench = try Bench()
    let (deaf, other) = (try bench.client(), try bench.client())
    deaf.send(line: (1...50).map { request("big", $0) }.joined(separator: "\n"))
    for id in 1...20 {
      other.send(line: request("small", id))
      #expect(try bench.line(other)?.contains("small") == true)
    }
    let looked = bench.handler.log.count { $0 == "big" }
    #expect(looked < 5, "\(looked) of 50 answers of 100 kB were made for nobody")
    for id in 1...50 {
      #expect(try bench.line(deaf)?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"#) == true)
    }
  }

  @Test(
    "SignalK/signalk-server#1542: a reader that falls behind is told how many it missed, and the latest state"
  )
  func lagged() throws {
    let bench = try Bench()
    let client = try bench.client()
    client.send(line: request("subscribe", 1))
    _ = try bench.line(client)
    let text = String(repeating: "x", count: 500)
    for _ in 0..<2000 { bench.server.publish(bench.fix(text)) }
    var (sequence, isTold) = (0, false)
    while !isTold {
      let line = try #require(try bench.line(client))
      let message = try #require(
        Array(line.utf8).withUnsafeBufferPointer { ServerMessage(parsing: $0) })
      guard case .notification(let topic, let params) = message else { continue }
      let number = try #require(params["seq"]?.int)
      if topic == "lagged" {
        isTold = true
        #expect(params["dropped"]?.int == number - sequence - 1)
        #expect(params["state"]?["latest"] == true)
        #expect(number == 2001)
      } else {
        #expect(number == sequence + 1)
        sequence = number
      }
    }
    #expect(sequence < 400, "the backlog of \(sequence) is old news")
    bench.server.publish(bench.fix())
    #expect(try bench.line(client)?.contains(#""seq":2002"#) == true)
  }

  @Test(
    "SignalK/signalk-server#1718: the state that a subscription begins with, however long, drops no event"
  )
  func longState() throws {
    let bench = try Bench()
    let client = try bench.client()
    client.send(line: request("big", 1))
    client.send(line: request("subscribe", 2))
    for id in 3...8 { client.send(line: request("big", id)) }
    #expect(try bench.run { bench.handler.log.contains("subscribe") })
    let connection = try #require(bench.server.connections.values.first)
    #expect(connection.output.byteCount > bench.server.limits.notificationBytes)
    for number in 1...5 { bench.server.publish(bench.fix("event \(number)")) }
    var told: [String] = []
    while told.count < 5 {
      let line = try #require(try bench.line(client))
      if line.contains(#""method":"#) { told.append(line) }
    }
    for (index, line) in told.enumerated() {
      #expect(line.contains(#""seq":\#(index + 1),"text":"event \#(index + 1)""#), "\(line)")
    }
  }

  @Test(
    "SignalK/signalk-server#2975, #2972: no kind of message passes by the bound of the queue",
    arguments: Topic.allCases)
  func oneGate(topic: Topic) throws {
    let bench = try Bench()
    let client = try bench.client()
    client.send(line: request("subscribe", 1))
    _ = try bench.line(client)
    let connection = try #require(bench.server.connections.values.first)
    let news = Notification(topic) { $0.member("text", String(repeating: "x", count: 2000)) }
    for id in 0..<50 { client.send(line: request("big", id) + "\n[]") }
    for _ in 0..<500 {
      bench.server.publish(news)
      bench.server.publish(topic) { _ in news }
      try bench.loop.runOnce(timeout: 0)
    }
    let limits = bench.server.limits
    #expect(connection.output.notificationByteCount <= limits.notificationBytes)
    #expect(connection.output.byteCount <= limits.notificationBytes + limits.answerBytes + 100_200)
    #expect(connection.framer.count <= Request.maximumBytes + 16 << 10)
  }

  @Test(
    "SignalK/signalk-server#1542: one that reads nothing is closed in the end; one that reads slowly is not"
  )
  func stuck() throws {
    var limits = ServerLimits()
    limits.stuckSeconds = 2
    let bench = try Bench(limits)
    let (deaf, slow) = (try bench.client(), try bench.client())
    for client in [deaf, slow] {
      client.send(line: request("subscribe", 1))
      _ = try bench.line(client)
    }
    let text = String(repeating: "x", count: 2000)
    for _ in 0..<200 { bench.server.publish(bench.fix(text)) }
    #expect(
      try bench.run {
        slow.receive(limit: 16_000)
        bench.server.publish(bench.fix(text))
        return bench.server.connections.count == 1
      })
    #expect(bench.server.connections.values.first?.session.sequence ?? 0 > 200)
    slow.send(line: request("alive", 2))
    var isAlive = false
    while !isAlive, let line = try bench.line(slow) { isAlive = line.contains("alive") }
    #expect(isAlive)
  }

  @Test("A subscriber that only listens stays until it hangs up")
  func halfClosed() throws {
    let bench = try Bench()
    do {
      let client = try bench.client()
      client.send(line: request("subscribe", 1))
      client.endSending()
      _ = try bench.line(client)
      bench.server.publish(bench.fix("news"))
      #expect(try bench.line(client)?.contains("news") == true)
    }
    #expect(try bench.run { bench.server.connections.isEmpty })
  }

  @Test("What one user begins and does not end is bounded")
  func inputBound() throws {
    var limits = ServerLimits()
    limits.inputBytesPerUser = 100_000
    let bench = try Bench(limits)
    let clients = try (0..<3).map { _ in try bench.client() }
    for client in clients { client.send([UInt8](repeating: 0x20, count: 60_000)) }
    #expect(try bench.run { clients.contains { $0.receive() > 0 } })
    #expect(bench.server.users[getuid()].map { $0.input <= 120_000 } == true)
  }
}
