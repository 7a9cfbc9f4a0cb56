import Configuration
import EventLoop
import Geography
import Glibc
import Testing

@testable import FixSources

@Suite("NMEA over TCP")
struct TCPSourceTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func harness(
    _ server: TestServer, checksum: SourceURL.ChecksumPolicy = .required
  ) -> SourceHarness {
    SourceHarness(
      [.tcp(host: "127.0.0.1", port: server.port, checksum: checksum)], loop: loop)
  }

  @Test("Fixes come, named by where they come from, each when its burst is over")
  func fixes() throws {
    let server = try TestServer(loop: loop)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    var receiver = PlayedReceiver()
    server.send(receiver.next())
    #expect(try harness.waitForFix())
    let fix = try #require(harness.fixes.first)
    #expect(fix.device == "127.0.0.1:\(server.port)")
    #expect(fix.accuracyMeters != nil)
    #expect(harness.states == [.connecting, .noFix, .fix])
  }

  @Test("Half lines are put together, within a connection and not across")
  func halves() throws {
    let server = try TestServer(loop: loop)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    var receiver = PlayedReceiver()
    for character in receiver.next() {
      server.send(String(character))
      try loop.runOnce(timeout: 0)
    }
    #expect(try harness.waitForFix())
    let text = receiver.next()
    server.send(String(text.prefix(30)))
    for _ in 0..<5 { try loop.runOnce(timeout: 10) }
    server.hangUp()
    #expect(try harness.wait { server.clientCount == 2 })
    server.send(String(text.dropFirst(30).prefix { $0 != "\n" }) + "\n")
    server.send(receiver.next())
    #expect(try harness.waitForFix())
    #expect(harness.fixes.count == 2)
  }

  @Test("A server that hangs up, goes away and comes back is found again")
  func reconnect() throws {
    let server = try TestServer(loop: loop)
    let port = server.port
    let harness = harness(server)
    var receiver = PlayedReceiver()
    #expect(try harness.wait(for: .noFix))
    server.send(receiver.next())
    #expect(try harness.waitForFix())
    server.close()
    #expect(try harness.wait(for: .lost))
    #expect(try harness.wait(forTrouble: .refused))
    let successor = try TestServer(loop: loop, port: port)
    #expect(try harness.wait { successor.clientCount == 1 })
    successor.send(receiver.next())
    #expect(try harness.wait(for: .fix))
  }

  @Test("A server that falls silent is connected to anew")
  func silence() throws {
    let server = try TestServer(loop: loop)
    let harness = harness(server)
    #expect(try harness.wait(forTrouble: .silent))
    #expect(try harness.wait { server.clientCount >= 2 })
    #expect(!harness.states.contains(.lost))
  }

  @Test("Sentences without a checksum are named, and taken where that is allowed")
  func checksum() throws {
    let server = try TestServer(loop: loop)
    let strict = harness(server)
    let lenient = harness(server, checksum: .optional)
    #expect(try strict.wait { server.clientCount == 2 })
    let bare = "$GPRMC,120000.00,A,6010.0000,N,02456.0000,E,0.5,90.0,010326,,,A\r\n"
    server.send(String(repeating: bare, count: 25))
    #expect(try strict.wait(forTrouble: .noChecksum))
    #expect(strict.status?.hint?.contains("checksum=optional") ?? false)
    #expect(try lenient.wait(for: .fix))
    #expect(lenient.fixes.count == 1)
    #expect(strict.fixes.isEmpty)
  }

  @Test("A stream of other things is named: AIS, instruments, damage")
  func otherStreams() throws {
    func trouble(_ text: String) throws -> SourceTrouble? {
      let server = try TestServer(loop: loop)
      let harness = harness(server)
      #expect(try harness.wait { server.clientCount == 1 })
      server.send(String(repeating: text, count: 25))
      #expect(try harness.wait { ![nil, .noFixYet].contains(harness.status?.trouble?.code) })
      return harness.status?.trouble
    }
    let ais = try trouble("!AIVDM,1,1,,B,13aDp<PP000IwSlN?Wm@0?wN2<1T,0*29\r\n")
    #expect(ais?.reason.contains("AIS") ?? false)
    #expect(try trouble(line("SDDBT,12.3,f,3.7,M,2.0,F"))?.code == .noPositionSentence)
    #expect(try trouble("$SDDBT,12.3,f,3.7,M,2.0,F*00\r\n")?.code == .noNMEA)
  }

  @Test("A date that is 1024 weeks old is put right, and said so")
  func weekRollover() throws {
    let server = try TestServer(loop: loop)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    var receiver = PlayedReceiver()
    let now = SystemClock.now
    server.send(receiver.next(at: now.advanced(bySeconds: -1024 * 7 * 86_400)))
    #expect(try harness.waitForFix())
    let time = try #require(harness.fixes.first?.time)
    #expect(abs(time.seconds(since: now)) < 2)
    #expect(harness.status?.trouble?.code == .weekRollover)
  }

  @Test("A clock that is far from the receiver's is named, with the difference")
  func clock() throws {
    let server = try TestServer(loop: loop)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    var receiver = PlayedReceiver()
    server.send(receiver.next(at: SystemClock.now.advanced(bySeconds: 2 * 86_400 + 3 * 3600 + 60)))
    #expect(try harness.waitForFix())
    #expect(harness.status?.state == .fix)
    #expect(harness.status?.trouble?.code == .clock)
    #expect(harness.status?.reason?.contains("2 d 3 h behind") ?? false)
    server.send(receiver.next())
    #expect(try harness.wait { harness.status?.trouble == nil })
  }

  @Test("A position that stands still while the receiver reports a speed is named")
  func frozen() throws {
    let server = try TestServer(loop: loop)
    let harness = harness(server)
    #expect(try harness.wait(for: .noFix))
    let start = SystemClock.now
    func send(_ seconds: Int, _ speed: String) {
      var receiver = PlayedReceiver()
      let text = receiver.next(at: start.advanced(bySeconds: Double(seconds - 40)))
      let body = text.dropFirst().prefix { $0 != "*" }.replacing(
        ",0.5,90.0,", with: ",\(speed),90.0,")
      server.send(line(String(body)))
    }
    for second in 0..<32 { send(second, "0.1") }
    #expect(try harness.wait { harness.fixes.count == 31 })
    #expect(harness.status?.trouble == nil)
    for second in 32..<64 { send(second, "20.0") }
    #expect(try harness.wait(forTrouble: .frozen))
    #expect(harness.status?.state == .fix)
  }
}

@Suite("NMEA over UDP")
struct UDPSourceTests {
  private let loop: EventLoop
  private let port = LoopbackPort.free()

  init() throws { loop = try EventLoop() }

  private func harness(_ host: String = "127.0.0.1") throws -> SourceHarness {
    let harness = SourceHarness([.udp(host: host, port: port, checksum: .required)], loop: loop)
    #expect(try harness.wait(for: .noFix))
    return harness
  }

  @Test(
    "Fixes come, named by the sender's address", arguments: ["127.0.0.1", "0.0.0.0", "localhost"])
  func fixes(_ host: String) throws {
    let harness = try harness(host)
    let sender = DatagramFeed(port: port)
    var receiver = PlayedReceiver()
    sender.send(receiver.next())
    #expect(try harness.waitForFix())
    #expect(harness.fixes.first?.device == "127.0.0.1")
  }

  @Test("Datagrams with one sentence, several, half a one, and without a line's end")
  func datagrams() throws {
    let harness = try harness()
    let sender = DatagramFeed(port: port)
    var receiver = PlayedReceiver()
    for sentence in receiver.next().split(separator: "\r\n") { sender.send(sentence) }
    #expect(try harness.waitForFix())
    let text = receiver.next()
    sender.send(text.prefix(40))
    sender.send(text.dropFirst(40))
    #expect(try harness.waitForFix())
    #expect(harness.fixes.allSatisfy { $0.accuracyMeters != nil })
  }

  @Test("Two senders are not mixed, and the other takes over when the first falls silent")
  func twoSenders() throws {
    let harness = try harness()
    let (one, other) = (DatagramFeed(port: port), DatagramFeed(port: port))
    var (first, second) = (PlayedReceiver(), PlayedReceiver())
    var both: EventLoop.Repeating? = EventLoop.Repeating(loop, every: 0.1, 0) { (_: inout Int) in
      let time = SystemClock.now
      let (mine, theirs) = (first.next(at: time), second.next(at: time))
      one.send(mine.prefix(50))
      other.send(theirs.prefix(70))
      one.send(mine.dropFirst(50))
      other.send(theirs.dropFirst(70))
    }
    #expect(try harness.wait { harness.fixes.count >= 10 })
    #expect(Set(harness.fixes.map(\.time)).count == harness.fixes.count)
    #expect(both != nil)
    both = nil
    harness.forget()
    let alone = EventLoop.Repeating(loop, every: 0.1, 0) { (_: inout Int) in
      other.send(second.next())
    }
    #expect(try harness.wait(for: .fix))
    #expect(try harness.waitForFix())
    _ = alone
  }

  @Test("A port that is taken, and an address of another machine, are named")
  func cannotListen() throws {
    let taken = Socket(type: SOCK_DGRAM, port: 0)
    let busy = SourceHarness(
      [.udp(host: "0.0.0.0", port: taken.port, checksum: .required)], loop: loop)
    #expect(try busy.wait(for: .lost))
    #expect(busy.status?.hint?.contains("ss -ulpn") ?? false)
    let foreign = SourceHarness(
      [.udp(host: "203.0.113.1", port: port, checksum: .required)], loop: loop)
    #expect(try foreign.wait(for: .lost))
  }

  @Test("Silence on the port is named")
  func silence() throws {
    let harness = try harness()
    #expect(try harness.wait(forTrouble: .silent))
    #expect(harness.status?.state == .noFix)
  }
}
