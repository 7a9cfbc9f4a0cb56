import EventLoop
import Foundation
import JSON
import PlaceClient
import PlaceProtocol
import TestSupport
import Testing

@Suite("Subscribing to the daemon")
struct PlaceSubscriberTests {
  private let scratch = ScratchDirectory()
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func daemon(_ replies: [String: FakeDaemon.Reply] = [:]) -> FakeDaemon {
    let subscribed = [
      "subscribe": FakeDaemon.Reply.result(#"{"seq":0,"state":{"selected":null}}"#)
    ]
    return FakeDaemon(
      path: scratch.file("s"), replies: subscribed.merging(replies) { $1 })
  }

  /// Collects events in words.
  private final class Log {
    var lines: [String] = []

    func add(_ event: PlaceSubscriber.Event) {
      switch event {
      case .connected(let hello): lines.append("connected \(hello.version)")
      case .state: lines.append("state")
      case .notification(let topic, let params):
        lines.append("\(topic) \(params["seq"]?.int ?? -1)")
      case .disconnected(let error, let seconds): lines.append("\(error.code) \(seconds)")
      }
    }
  }

  private func subscriber(_ log: Log, timeout: Double = 5) -> PlaceSubscriber {
    PlaceSubscriber(
      loop: loop, place: { SocketPath(named: scratch.file("s")) }, topics: [.fix, .selected],
      limit: 3, timeout: timeout
    ) { log.add($0) }
  }

  /// Runs the loop until `condition` holds, 20 s at most.
  private func run(until condition: () -> Bool) throws {
    let deadline = MonotonicTime.now.advanced(bySeconds: 20)
    while !condition() {
      try #require(MonotonicTime.now < deadline, "the condition did not come true")
      try loop.runOnce(timeout: 50)
    }
  }

  @Test("The state comes first, then what changes; calls share the connection")
  func stream() throws {
    let daemon = daemon(["clear": .result(#"{"selected":null}"#)])
    defer { daemon.stop() }
    let log = Log()
    let subscriber = subscriber(log)
    subscriber.start()
    try run { log.lines == ["connected 0.1.0", "state"] }
    #expect(daemon.requests[1].contains(#""params":{"events":["fix","selected"],"limit":3}"#))
    daemon.tell(#"{"jsonrpc":"2.0","method":"fix","params":{"seq":1}}"#)
    daemon.tell(#"{"jsonrpc":"2.0","method":"tomorrow","params":{"seq":2}}"#)
    try run { log.lines.suffix(2) == ["fix 1", "tomorrow 2"] }
    var answer: JSONValue?
    subscriber.call(.clear) { answer = try? $0.get() }
    #expect(answer == nil)
    try run { answer != nil }
    #expect(daemon.connectionCount == 1)
    subscriber.stop()
  }

  @Test("After notifications were lost the state comes anew")
  func lagged() throws {
    let daemon = daemon()
    defer { daemon.stop() }
    let log = Log()
    let subscriber = subscriber(log)
    subscriber.start()
    try run { log.lines.count == 2 }
    daemon.tell(
      #"{"jsonrpc":"2.0","method":"lagged","params":{"seq":9,"dropped":8,"state":{}}}"#)
    try run { log.lines.suffix(2) == ["lagged 9", "state"] }
    subscriber.stop()
  }

  @Test("A lost connection is made anew, and the state told again")
  func reconnects() throws {
    let daemon = daemon()
    defer { daemon.stop() }
    let log = Log()
    let subscriber = subscriber(log)
    subscriber.start()
    try run { log.lines.count == 2 }
    daemon.hangUp()
    try run { log.lines.count == 5 }
    #expect(log.lines.suffix(3) == ["lost 0.5", "connected 0.1.0", "state"])
    subscriber.stop()
  }

  @Test("A daemon that starts later is found; the waits grow")
  func startsLater() throws {
    let log = Log()
    let subscriber = subscriber(log)
    subscriber.start()
    #expect(log.lines == ["notRunning 0.5"])
    try run { log.lines.count == 2 }
    #expect(log.lines.last == "notRunning 1.0")
    let daemon = daemon()
    defer { daemon.stop() }
    try run { log.lines.count == 4 }
    #expect(log.lines.suffix(2) == ["connected 0.1.0", "state"])
    subscriber.stop()
  }

  @Test("A failure is told once, and to each call that waits", arguments: ["hello", "subscribe"])
  func failsOnce(method: String) throws {
    for (reply, code) in [
      (FakeDaemon.Reply.silence, ClientError.Code.timedOut), (.hangUp, .lost),
      (.raw("?\n"), .garbled),
      (.failure(code: "denied", message: "no"), .answered(.failure(.denied))),
    ] {
      let daemon = daemon([method: reply])
      let log = Log()
      let subscriber = subscriber(log, timeout: 0.3)
      subscriber.start()
      var results: [ClientError.Code] = []
      subscriber.call(.clear) { result in
        if case .failure(let error) = result { results.append(error.code) }
      }
      try run { log.lines.contains { $0.hasSuffix(" 0.5") } && !results.isEmpty }
      #expect(log.lines.filter { $0.hasSuffix(" 0.5") } == ["\(code) 0.5"])
      #expect(results.count == 1)
      subscriber.stop()
      daemon.stop()
    }
  }

  @Test("A full queue of connections is waited for, and then is a daemon that does not answer")
  func fullQueue() throws {
    let full = FullQueue(path: scratch.file("s"))
    let log = Log()
    let subscriber = subscriber(log, timeout: 0.3)
    subscriber.start()
    #expect(log.lines.isEmpty)
    try run { !log.lines.isEmpty }
    #expect(log.lines == ["timedOut 0.5"])
    subscriber.stop()
    withExtendedLifetime(full) {}
  }

  @Test("After stop nothing is told, also when it is called from the handler")
  func stops() throws {
    let daemon = daemon()
    defer { daemon.stop() }
    var events = 0
    var subscriber: PlaceSubscriber?
    subscriber = PlaceSubscriber(
      loop: loop, place: { SocketPath(named: scratch.file("s")) }, topics: [.fix]
    ) { _ in
      events += 1
      subscriber?.stop()
    }
    subscriber?.start()
    try run { events == 1 }
    daemon.tell(#"{"jsonrpc":"2.0","method":"fix","params":{"seq":1}}"#)
    for _ in 0..<5 { try loop.runOnce(timeout: 20) }
    #expect(events == 1)
    subscriber = nil
  }

  @Test("No more than a bounded number of calls waits")
  func boundedCalls() throws {
    let daemon = daemon(["clear": .silence])
    defer { daemon.stop() }
    let log = Log()
    let subscriber = subscriber(log)
    subscriber.start()
    try run { log.lines.count == 2 }
    var failures = 0
    for _ in 0..<(PlaceSubscriber.maximumCalls + 3) {
      subscriber.call(.clear) { if case .failure = $0 { failures += 1 } }
    }
    try run { failures == 3 }
    subscriber.stop()
  }
}
