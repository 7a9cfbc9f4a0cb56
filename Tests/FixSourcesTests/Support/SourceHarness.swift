import Configuration
import EventLoop
import Foundation
import Geography
import Testing

@testable import FixSources

/// A group of sources on a loop of its own, and all that it has told.
final class SourceHarness {
  let loop: EventLoop
  private var group: FixSourceGroup?
  private(set) var events: [SourceEvent] = []

  /// `staleAfter` in seconds.
  init(_ urls: [SourceURL], staleAfter: Double = 1, loop: EventLoop) {
    self.loop = loop
    group = FixSourceGroup(urls: urls, staleAfter: staleAfter, loop: loop) { [weak self] in
      self?.events.append($0)
    }
    group?.start()
  }

  deinit { stop() }

  func stop() {
    group?.stop()
    group = nil
  }

  var status: SourceStatus? { group?.status }

  /// Fixes so far.
  var fixes: [Fix] {
    events.compactMap { if case .fix(let fix, _) = $0 { fix } else { nil } }
  }

  /// The sources that fixes came from, each as often as it took its turn.
  var turns: [String] {
    let urls = events.compactMap { if case .fix(_, let url) = $0 { url } else { nil } }
    return urls.indices.filter { $0 == 0 || urls[$0] != urls[$0 - 1] }.map { urls[$0] }
  }

  /// The states that were told, one after the other.
  var states: [SourceStatus.State] {
    events.compactMap { if case .status(let status) = $0 { status.state } else { nil } }
  }

  /// Forgets what has been told.
  func forget() { events = [] }

  /// Runs the loop until `condition` holds; false when it does not within `seconds`.
  @discardableResult
  func wait(seconds: Double = 20, until condition: () -> Bool) throws -> Bool {
    let deadline = MonotonicTime.now.advanced(bySeconds: seconds)
    while !condition() {
      if MonotonicTime.now >= deadline { return false }
      try loop.runOnce(timeout: 20)
    }
    return true
  }

  /// Runs the loop until a fix comes that was not there before.
  func waitForFix(seconds: Double = 20) throws -> Bool {
    let count = fixes.count
    return try wait(seconds: seconds) { fixes.count > count }
  }

  /// Runs the loop until the source is in a state.
  func wait(for state: SourceStatus.State, seconds: Double = 20) throws -> Bool {
    try wait(seconds: seconds) { status?.state == state }
  }

  /// Runs the loop until something is wrong with the source.
  func wait(forTrouble trouble: SourceTrouble.Code, seconds: Double = 20) throws -> Bool {
    try wait(seconds: seconds) { status?.trouble?.code == trouble }
  }
}

/// A receiver that a test plays: an epoch a tick, the present its time, moving a little.
struct PlayedReceiver {
  private(set) var tick = 0
  /// What is told, by the receiver's talker.
  var talker = "GP"
  /// Whether it has a fix.
  var hasFix = true

  /// The sentences of the next epoch.
  mutating func next(at time: UTCTime = SystemClock.now) -> String {
    tick += 1
    let clock = time.description
    let date = clock.prefix(10).split(separator: "-")
    let ofDay = clock.dropFirst(11).dropLast().replacing(":", with: "")
    let position = "6010.\(1000 + tick % 9000),N,02456.\(1000 + tick % 9000),E"
    let day = "\(date[2])\(date[1])\(date[0].suffix(2))"
    guard hasFix else {
      return line("\(talker)RMC,\(ofDay),V,,,,,,,\(day),,,N")
    }
    return line("\(talker)RMC,\(ofDay),A,\(position),0.5,90.0,\(day),,,A")
      + line("\(talker)GGA,\(ofDay),\(position),1,08,1.0,5.0,M,20.0,M,,")
  }
}

/// How often a test of recovery goes round: a few times as a rule, `PLACED_SOAK` times in `make soak`.
enum Soak {
  static let rounds = ProcessInfo.processInfo.environment["PLACED_SOAK"].flatMap(Int.init)

  static var isOn: Bool { rounds != nil }

  /// Descriptors of this process, which only means something when no other test runs beside.
  static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  /// Memory of this process in KiB.
  static var residentKilobytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * 4
  }
}
