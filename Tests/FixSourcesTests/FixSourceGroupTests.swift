import Configuration
import EventLoop
import Geography
import TestSupport
import Testing

@testable import FixSources

@Suite("Several sources as one")
struct FixSourceGroupTests {
  private let loop: EventLoop
  private let scratch = ScratchDirectory()

  init() throws { loop = try EventLoop() }

  private func url(_ server: TestServer) -> SourceURL {
    .tcp(host: "127.0.0.1", port: server.port, checksum: .required)
  }

  private func play(
    into server: TestServer, behindSeconds: Double = 0
  ) -> EventLoop.Repeating {
    EventLoop.Repeating(loop, every: 0.1, PlayedReceiver()) {
      server.send($0.next(at: SystemClock.now.advanced(bySeconds: -behindSeconds)))
    }
  }

  @Test("The first that has fixes wins, the next takes over and hands back")
  func takeOver() throws {
    let (first, second) = (try TestServer(loop: loop), try TestServer(loop: loop))
    let urls = [url(first), url(second)]
    let harness = SourceHarness(urls, loop: loop)
    var one: EventLoop.Repeating? = play(into: first)
    let other = play(into: second)
    #expect(try harness.wait { harness.fixes.count >= 5 })
    #expect(harness.turns.last == String(describing: urls[0]))
    #expect(one != nil)
    one = nil
    #expect(try harness.wait { harness.turns.last == String(describing: urls[1]) })
    #expect(harness.status?.state == .fix)
    #expect(harness.status?.url == String(describing: urls[1]))
    one = play(into: first)
    #expect(try harness.wait { harness.turns.last == String(describing: urls[0]) })
    #expect(harness.status?.url == String(describing: urls[0]))
    _ = other
  }

  @Test("At a change of source no fix comes twice, and none from before the last")
  func noDoubles() throws {
    let (first, second) = (try TestServer(loop: loop), try TestServer(loop: loop))
    let harness = SourceHarness([url(first), url(second)], loop: loop)
    var one: EventLoop.Repeating? = play(into: first)
    // The second receiver is slow: what it tells is two seconds old.
    let other = play(into: second, behindSeconds: 2)
    #expect(try harness.wait { harness.fixes.count >= 5 })
    #expect(one != nil)
    one = nil
    #expect(try harness.wait { harness.turns.count >= 2 })
    #expect(try harness.wait { harness.fixes.count >= 20 })
    one = play(into: first)
    let turns = harness.turns.count
    #expect(try harness.wait { harness.turns.count > turns })
    let times = harness.fixes.compactMap(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    _ = other
  }

  @Test("A source whose clock is years off can take over all the same")
  func otherClock() throws {
    let (first, second) = (try TestServer(loop: loop), try TestServer(loop: loop))
    let urls = [url(first), url(second)]
    let harness = SourceHarness(urls, loop: loop)
    var one: EventLoop.Repeating? = play(into: first)
    let other = play(into: second, behindSeconds: 300 * 86_400)
    #expect(try harness.wait { harness.fixes.count >= 5 })
    #expect(one != nil)
    one = nil
    #expect(try harness.wait { harness.turns.last == String(describing: urls[1]) })
    _ = other
  }

  @Test("The status is that of the source that is nearest to a fix")
  func status() throws {
    let second = try TestServer(loop: loop)
    let urls: [SourceURL] = [
      .gpsd(host: "127.0.0.1", port: LoopbackPort.free(), device: nil), url(second),
    ]
    let harness = SourceHarness(urls, loop: loop)
    #expect(try harness.wait(for: .noFix))
    #expect(harness.status?.url == String(describing: urls[1]))
    let player = play(into: second)
    #expect(try harness.wait(for: .fix))
    _ = player
  }

  private func recording(_ count: Int) throws -> String {
    let text = (0..<count).map { second in
      let time = "12\(10 + second / 60)\(second % 60 < 10 ? "0" : "")\(second % 60)"
      return line("GPRMC,\(time),A,6010.\(1000 + second),N,02456.0000,E,0.5,90.0,010324,,,A")
    }
    return try scratch.write(text.joined(), to: "drive.nmea")
  }

  @Test("A recording plays as fast as it can, then all is finished")
  func recordingAtFullSpeed() throws {
    let path = try recording(1000)
    let harness = SourceHarness([.file(path: path, speed: nil, checksum: .required)], loop: loop)
    #expect(try harness.wait { harness.events.last == .finished })
    #expect(harness.fixes.count == 1000)
    #expect(harness.fixes.allSatisfy { $0.device == nil })
    #expect(harness.status?.state == .lost)
    #expect(harness.status?.trouble?.code == .ended)
  }

  @Test("A recording keeps the pace of its own time, so many times faster")
  func recordingAtItsPace() throws {
    let path = try recording(30)
    let start = MonotonicTime.now
    let harness = SourceHarness([.file(path: path, speed: 100, checksum: .required)], loop: loop)
    #expect(try harness.wait { harness.events.last == .finished })
    #expect(harness.fixes.count == 30)
    #expect(MonotonicTime.now.seconds(since: start) >= 0.29)
  }

  @Test("A recording that is not there is lost and finished, and says why")
  func noRecording() throws {
    let harness = SourceHarness(
      [.file(path: scratch.file("none"), speed: 1, checksum: .required)], loop: loop)
    #expect(harness.status?.state == .lost)
    #expect(harness.status?.trouble?.code == .unreadable)
    #expect(harness.events.last == .finished)
  }

  @Test("A recording behind a live source waits for its turn, and gives way")
  func standIn() throws {
    let server = try TestServer(loop: loop)
    let path = try recording(1000)
    let file = SourceURL.file(path: path, speed: 1, checksum: .required)
    let harness = SourceHarness([url(server), file], loop: loop)
    var player: EventLoop.Repeating? = play(into: server)
    #expect(try harness.wait { harness.fixes.count >= 20 })
    #expect(harness.turns.count == 1)
    #expect(player != nil)
    player = nil
    #expect(try harness.wait { harness.turns.last == String(describing: file) })
    player = play(into: server)
    #expect(try harness.wait { harness.turns.count == 3 })
  }

  @Test("No source is no_device and says so")
  func none() throws {
    for urls in [[], [SourceURL.none]] {
      let harness = SourceHarness(urls, loop: loop)
      #expect(harness.status?.state == .noDevice)
      #expect(harness.status?.trouble?.code == .noSource)
    }
  }

  @Test("What is stopped from within its own event stays stopped")
  func stopWithin() throws {
    let path = try recording(1000)
    var group: FixSourceGroup?
    var fixes = 0
    group = FixSourceGroup(
      urls: [.file(path: path, speed: nil, checksum: .required)], staleAfter: 1, loop: loop
    ) { event in
      if case .fix = event {
        fixes += 1
        group?.stop()
        group = nil
      }
    }
    group?.start()
    for _ in 0..<50 { try loop.runOnce(timeout: 1) }
    #expect(fixes == 1)
  }

  @Test("No reason and no hint holds a position")
  func privacy() throws {
    let server = try TestServer(loop: loop)
    let harness = SourceHarness([url(server)], loop: loop)
    let player = play(into: server, behindSeconds: 86_400)
    #expect(try harness.wait(forTrouble: .clock))
    for event in harness.events {
      guard case .status(let status) = event else { continue }
      let text = "\(status.reason ?? "") \(status.hint ?? "")"
      #expect(!text.contains("60.1") && !text.contains("6010") && !text.contains("24.9"))
    }
    _ = player
  }
}
