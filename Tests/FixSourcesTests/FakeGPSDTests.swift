import Configuration
import EventLoop
import Geography
import Glibc
import Testing

@testable import FixSources

/// What a gpsd does that cannot be asked of a real one.
@Suite("gpsd, as it misbehaves")
struct FakeGPSDTests {
  private static let greeting = """
    {"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}\r
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/gps0","activated":"2026-03-01T12:00:00.000Z"}]}\r
    {"class":"WATCH","enable":true,"json":true}\r

    """
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func harness(_ server: TestServer) -> SourceHarness {
    SourceHarness([.gpsd(host: "127.0.0.1", port: server.port, device: nil)], loop: loop)
  }

  private func position(_ second: Int, device: String = "/dev/gps0") -> String {
    let time = UTCTime(milliseconds: 1_772_366_400_000 + Int64(second) * 1000)
    return
      "{\"class\":\"TPV\",\"device\":\"\(device)\",\"mode\":3,\"time\":\"\(time)\",\"lat\":60.5,\"lon\":24.5}\r\n"
  }

  @Test("Lines that come together in one packet are all read")
  func burst() throws {
    let server = try TestServer(loop: loop, greeting: Self.greeting)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    server.send((0..<50).map { position($0) }.joined())
    #expect(try harness.wait { harness.fixes.count == 50 })
  }

  @Test("A line that comes in halves is one line, and half a line is no busy loop")
  func halves() throws {
    let server = try TestServer(loop: loop, greeting: Self.greeting)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    let text = position(0)
    server.send(String(text.prefix(40)))
    var rounds = 0
    let end = MonotonicTime.now.advanced(bySeconds: 0.2)
    while MonotonicTime.now < end {
      try loop.runOnce(timeout: 200)
      rounds += 1
    }
    #expect(rounds < 20)
    server.send(String(text.dropFirst(40)))
    #expect(try harness.wait { harness.fixes.count == 1 })
  }

  @Test("The same fix is told once, also over a reconnection")
  func repeated() throws {
    let server = try TestServer(loop: loop, greeting: Self.greeting)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    server.send(position(0) + position(0))
    #expect(try harness.wait { harness.fixes.count == 1 })
    server.hangUp()
    #expect(try harness.wait { server.clientCount == 2 && harness.status?.state != .lost })
    server.send(position(0) + position(1))
    #expect(try harness.wait { harness.fixes.count == 2 })
    #expect(harness.fixes.map(\.time).count == Set(harness.fixes.map(\.time)).count)
  }

  @Test("GPSd4Java#34: a receiver falls silent, the fix goes stale, the connection is made anew")
  func silence() throws {
    let server = try TestServer(loop: loop, greeting: Self.greeting)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    server.send(position(0))
    #expect(try harness.waitForFix())
    #expect(try harness.wait(for: .stale))
    #expect(try harness.wait { server.clientCount >= 2 })
    #expect(try harness.wait(forTrouble: .silent))
    #expect(harness.status?.state == .stale)
    server.send(position(5))
    #expect(try harness.wait(for: .fix))
    #expect(!harness.states.contains(.lost))
  }

  @Test("signalk-server#1551: connections to a silent receiver become rare, no busy loop")
  func rareConnections() throws {
    let server = try TestServer(loop: loop, greeting: Self.greeting)
    let harness = harness(server)
    let end = MonotonicTime.now.advanced(bySeconds: 4)
    while MonotonicTime.now < end { try loop.runOnce(timeout: 100) }
    #expect((2...4).contains(server.clientCount))
    #expect(harness.status?.trouble?.code == .silent)
  }

  @Test("A receiver that gpsd reports gone is lost, and back when it speaks")
  func deactivated() throws {
    let server = try TestServer(loop: loop, greeting: Self.greeting)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    server.send("{\"class\":\"DEVICE\",\"path\":\"/dev/gps0\",\"activated\":0}\r\n")
    #expect(try harness.wait(for: .lost))
    #expect(harness.status?.trouble?.code == .unplugged)
    server.send(position(0))
    #expect(try harness.wait(for: .fix))
  }

  @Test("A gpsd whose list of receivers is empty is no_device")
  func noDevices() throws {
    let server = try TestServer(
      loop: loop, greeting: "{\"class\":\"VERSION\"}\r\n{\"class\":\"DEVICES\",\"devices\":[]}\r\n")
    let harness = harness(server)
    #expect(try harness.wait(for: .noDevice))
    #expect(harness.status?.trouble?.code == .noReceiver)
    server.send(
      "{\"class\":\"DEVICE\",\"path\":\"/dev/gps0\",\"activated\":\"2026-03-01T12:00:00.000Z\"}\r\n"
    )
    #expect(try harness.wait(for: .noFix))
  }

  @Test("A gpsd that accepts and says nothing is named as such")
  func noGreeting() throws {
    let server = try TestServer(loop: loop)
    var statuses: [SourceStatus] = []
    let monitor = SourceMonitor(url: "gpsd", isLive: true, staleAfter: 1, loop: loop) {
      if case .status(let status) = $0 { statuses.append(status) }
    }
    let source = GPSDSource(
      host: "127.0.0.1", port: server.port, device: nil, staleAfter: 1, greetingSeconds: 0.2,
      loop: loop, monitor: monitor)
    source.start()
    while statuses.last?.trouble?.code != .notAnswering { try loop.runOnce(timeout: 100) }
    #expect(statuses.last?.state == .lost)
    source.stop()
  }

  @Test("A gpsd that hangs up at once does no harm, and is tried again after growing pauses")
  func hangsUp() throws {
    let server = try TestServer(loop: loop)
    let harness = harness(server)
    let hanging = EventLoop.Repeating(loop, every: 0.01, server) { $0.hangUp() }
    #expect(try harness.wait { server.clientCount >= 3 })
    let pauses = harness.events.compactMap { event in
      if case .status(let status) = event { status.retrySeconds } else { nil }
    }
    #expect(pauses.count >= 2)
    #expect(pauses.last ?? 0 > pauses.first ?? 0)
    _ = hanging
  }

  @Test("Garbage from whoever listens there is passed over")
  func garbage() throws {
    let server = try TestServer(loop: loop, greeting: "SSH-2.0-OpenSSH_9.2\r\n" + Self.greeting)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    server.send("}{\r\n\u{0}\u{1}\r\n" + String(repeating: "x", count: 30_000) + "\r\n")
    server.send(position(0) + position(1))
    #expect(try harness.wait { !harness.fixes.isEmpty || server.clientCount > 1 })
    server.send(position(2))
    #expect(try harness.wait(for: .fix))
  }

  @Test("A host that does not answer does not hold up the loop")
  func unanswering() throws {
    // A queue that is full: the kernel drops what comes, as a host behind a firewall does.
    let listener = Socket(type: SOCK_STREAM, port: 0)
    listen(listener.descriptor, 0)
    var fillers: [Socket] = []
    for _ in 0..<4 {
      let filler = Socket(type: SOCK_STREAM)
      _ = fcntl(filler.descriptor, F_SETFL, O_NONBLOCK)
      _ = filler.connect(to: listener.port)
      fillers.append(filler)
    }
    let harness = SourceHarness(
      [.gpsd(host: "127.0.0.1", port: listener.port, device: nil)], loop: loop)
    var ticks = 0
    let ticking = EventLoop.Repeating(loop, every: 0.01, 0) { (_: inout Int) in ticks += 1 }
    #expect(try harness.wait { ticks >= 50 })
    #expect(harness.status?.state == .connecting)
    harness.stop()
    _ = (ticking, fillers)
  }

  @Test("An unknown host says so")
  func unknownHost() throws {
    let harness = SourceHarness(
      [.gpsd(host: "nosuch.invalid", port: 2947, device: nil)], loop: loop)
    #expect(try harness.wait(for: .lost))
    #expect(harness.status?.trouble?.code == .unknownHost)
    #expect(harness.status?.reason?.contains("'nosuch.invalid'") ?? false)
  }
}
