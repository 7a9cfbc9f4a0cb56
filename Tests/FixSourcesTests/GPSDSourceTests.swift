import Configuration
import EventLoop
import Geography
import TestSupport
import Testing

@testable import FixSources

@Suite(
  "gpsd, the real one",
  .enabled(if: RealGPSD.isInstalled, "gpsd is not installed"))
struct GPSDSourceTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func harness(_ port: UInt16, device: String? = nil) -> SourceHarness {
    SourceHarness([.gpsd(host: "localhost", port: port, device: device)], loop: loop)
  }

  /// Plays `receiver` into `feed`, ten times a second, for as long as the timer lives.
  private func play(_ receiver: PlayedReceiver, into feed: DatagramFeed) -> EventLoop.Repeating {
    EventLoop.Repeating(loop, every: 0.1, receiver) { feed.send($0.next()) }
  }

  @Test("Fixes come, with the receiver's name, and the states on the way are told")
  func fixes() throws {
    let feed = DatagramFeed()
    let gpsd = try RealGPSD(devices: [feed.device])
    let harness = harness(gpsd.port)
    #expect(try harness.wait(for: .noFix))
    let player = play(PlayedReceiver(), into: feed)
    // The first reports of gpsd are of single sentences.
    #expect(try harness.wait { harness.fixes.contains { $0.accuracyMeters != nil } })
    #expect(harness.states == [.connecting, .noFix, .fix])
    let fix = try #require(harness.fixes.last)
    #expect(fix.device == feed.device)
    #expect(abs(try #require(fix.accuracyMeters) - 1.515 * 3.3) < 0.05)
    #expect(harness.status?.trouble == nil)
    _ = player
  }

  @Test("A receiver that loses its fix is stale, and its clock is still told")
  func lostFix() throws {
    let feed = DatagramFeed()
    let gpsd = try RealGPSD(devices: [feed.device])
    let harness = harness(gpsd.port)
    var receiver = PlayedReceiver()
    let player = EventLoop.Repeating(loop, every: 0.1, 0) { (_: inout Int) in
      let text = receiver.next()
      feed.send(text)
      if !receiver.hasFix {
        let ofDay = text.split(separator: ",")[1]
        feed.send(line("GPGGA,\(ofDay),,,,,0,00,99.99,,,,,,") + line("GPGSA,A,1,,,,,,,,,,,,,,,"))
      }
    }
    #expect(try harness.waitForFix())
    receiver.hasFix = false
    #expect(try harness.wait(for: .stale))
    #expect(harness.status?.trouble?.code == .lostFix)
    harness.forget()
    #expect(
      try harness.wait { harness.events.contains { if case .time = $0 { true } else { false } } })
    #expect(harness.fixes.isEmpty)
    receiver.hasFix = true
    #expect(try harness.wait(for: .fix))
    _ = player
  }

  @Test("gpsd without receivers is no_device, and says how to give it one (readsb#40)")
  func noReceiver() throws {
    let gpsd = try RealGPSD(devices: ["udp://127.0.0.1:\(LoopbackPort.free())"])
    let wanted = harness(gpsd.port, device: "/dev/nosuch")
    #expect(try wanted.wait(for: .noDevice))
    #expect(wanted.status?.trouble?.code == .otherReceivers)
    #expect(wanted.status?.reason?.contains("'/dev/nosuch'") ?? false)
  }

  @Test("No gpsd is lost, with the next attempt and the way to start it")
  func noGPSD() throws {
    let port = LoopbackPort.free()
    let harness = harness(port)
    #expect(try harness.wait(for: .lost))
    #expect(harness.status?.trouble?.code == .refused)
    #expect(harness.status?.hint?.contains("gpsd.socket") ?? false)
    #expect(harness.status?.retrySeconds != nil)
    let feed = DatagramFeed()
    let gpsd = try RealGPSD(port: port, devices: [feed.device])
    let player = play(PlayedReceiver(), into: feed)
    #expect(try harness.waitForFix())
    _ = (gpsd, player)
  }

  @Test("Two receivers are kept apart, and the one that was asked for is taken")
  func twoReceivers() throws {
    let (one, other) = (DatagramFeed(), DatagramFeed())
    let gpsd = try RealGPSD(devices: [one.device, other.device])
    let players = [play(PlayedReceiver(), into: one), play(PlayedReceiver(), into: other)]
    let any = harness(gpsd.port)
    let wanted = harness(gpsd.port, device: other.device)
    #expect(try any.wait { any.fixes.count > 20 && wanted.fixes.count > 20 })
    #expect(Set(any.fixes.map(\.device)).count == 1)
    #expect(Set(wanted.fixes.map(\.device)) == [other.device])
    _ = players
  }

  @Test("When the receiver that is followed falls silent, the other takes over")
  func takeOver() throws {
    let (one, other) = (DatagramFeed(), DatagramFeed())
    let gpsd = try RealGPSD(devices: [one.device, other.device])
    var first: EventLoop.Repeating? = play(PlayedReceiver(), into: one)
    let harness = harness(gpsd.port)
    #expect(try harness.waitForFix())
    let second = play(PlayedReceiver(), into: other)
    #expect(first != nil)
    first = nil
    #expect(try harness.wait { harness.fixes.last?.device == other.device })
    _ = second
  }

  @Test("A gpsd that is killed, frozen, or comes back with another receiver is found again")
  func recovery() throws {
    var generator = SeededGenerator(seed: 42)
    var feed = DatagramFeed()
    var gpsd = try RealGPSD(devices: [feed.device])
    var player = play(PlayedReceiver(), into: feed)
    let harness = harness(gpsd.port)
    #expect(try harness.waitForFix())
    let rounds = Soak.rounds ?? 3
    var before: (descriptors: Int, kilobytes: Int)?
    for round in 0..<rounds {
      switch Soak.isOn ? Int.random(in: 0..<3, using: &generator) : round % 3 {
      case 0:
        gpsd.kill()
        #expect(try harness.wait(for: .lost), "round \(round)")
        gpsd = try RealGPSD(port: gpsd.port, devices: [feed.device])
      case 1:
        gpsd.freeze()
        #expect(try harness.wait(for: .stale), "round \(round)")
        gpsd.thaw()
      default:
        gpsd.kill()
        feed = DatagramFeed()
        gpsd = try RealGPSD(port: gpsd.port, devices: [feed.device])
        player = play(PlayedReceiver(), into: feed)
      }
      // The longest pause between attempts, gpsd's own start, and some patience.
      #expect(try harness.wait(for: .fix, seconds: 30), "round \(round)")
      #expect(try harness.waitForFix(), "round \(round)")
      harness.forget()
      if round == rounds / 10 { before = (Soak.descriptors, Soak.residentKilobytes) }
    }
    if Soak.isOn, let before {
      #expect(Soak.descriptors <= before.descriptors + 1)
      #expect(Soak.residentKilobytes <= before.kilobytes + 2048)
    }
    _ = player
  }

  private static let recordings =
    Soak.isOn
    ? nil : ["bt451", "neo-m8n"]

  @Test(
    "Recordings through gpsd give the fixes that this release expects",
    .enabled(if: SharedData.isPresent, "the recordings are not beside the checkout"))
  func recordings() throws {
    var (expected, missing, ours, extra) = (0, 0, 0, 0)
    for recording in try GPSDRecordings.all() {
      if let some = Self.recordings, !some.contains(recording.name) { continue }
      let fixes = try recording.play(on: loop)
      let comparison = try CorpusComparison(ours: fixes, expected: recording.path + ".chk")
      expected += comparison.expected.count
      missing += comparison.missing
      ours += comparison.ours.count
      extra += comparison.extra
      if comparison.missing > 0 || comparison.extra > 0 {
        print("\(recording.name): missing \(comparison.missing), extra \(comparison.extra)")
      }
    }
    try #require(expected > 30)
    #expect(Double(expected - missing) / Double(expected) >= 0.99)
    #expect(Double(ours - extra) / Double(ours) >= 0.99)
  }
}

extension EventLoop {
  /// Calls something again and again with a state of its own, until it is let go of.
  final class Repeating {
    private var timer: Timer?

    init<State>(
      _ loop: EventLoop, every seconds: Double, _ state: State,
      _ body: @escaping (inout State) -> Void
    ) {
      var state = state
      timer = loop.timer(after: 0, every: seconds) { body(&state) }
    }

    deinit { timer?.cancel() }
  }
}
