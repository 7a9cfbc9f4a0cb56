import Configuration
import Detection
import EventLoop
import Geography

/// Fixes from a recording, at the pace at which they were made, a multiple of it, or as fast as the
/// loop takes them.
final class RecordingSource: FixSource {
  /// Observations passed on in one go, before others of the loop have their turn.
  private static let batch = 256
  /// A pause in the recording that is longer, in seconds, is shortened to this: a night in a garage.
  private static let longestPause = 60.0

  private let path: String
  private let speed: Double?
  private let checksum: SourceURL.ChecksumPolicy
  private let loop: EventLoop
  private let monitor: SourceMonitor
  private let onEnd: () -> Void
  private var recording: Recording?
  private var timer: Timer?
  private var next: Observation?
  /// Where the recording's clock and the loop's were last the same.
  private var anchor: (time: UTCTime, at: MonotonicTime)?

  /// `speed` nil is as fast as possible. `onEnd` is called once, at the end.
  init(
    path: String, speed: Double?, checksum: SourceURL.ChecksumPolicy, loop: EventLoop,
    monitor: SourceMonitor, onEnd: @escaping () -> Void
  ) {
    self.path = path
    self.speed = speed
    self.checksum = checksum
    self.loop = loop
    self.monitor = monitor
    self.onEnd = onEnd
  }

  func start() {
    monitor.connecting()
    do throws(SourceError) {
      recording = try Recording(path: path, checksum: checksum)
      monitor.connected(device: nil)
      play(after: 0)
    } catch {
      end(.unreadable(error))
    }
  }

  func stop() {
    timer?.cancel()
    timer = nil
    recording = nil
    next = nil
    monitor.stop()
  }

  private func play(after seconds: Double) {
    timer = loop.timer(after: seconds) { [weak self] in self?.play() }
  }

  private func play() {
    do throws(SourceError) {
      for _ in 0..<Self.batch {
        guard let recording else { return }
        let observation: Observation
        if let waiting = next {
          observation = waiting
          next = nil
        } else if let read = try recording.next() {
          observation = read
        } else {
          return end(.ended(path))
        }
        if let pause = pause(before: observation) {
          next = observation
          return play(after: pause)
        }
        monitor.observe(observation)
      }
      play(after: 0)
    } catch {
      end(.unreadable(error))
    }
  }

  /// Seconds until `observation` is due; nil when it is.
  private func pause(before observation: Observation) -> Double? {
    guard let speed, let time = observation.time else { return nil }
    guard let (anchorTime, anchorAt) = anchor else {
      anchor = (time, .now)
      return nil
    }
    let due = time.seconds(since: anchorTime) / speed
    let passed = MonotonicTime.now.seconds(since: anchorAt)
    // The clock jumped, either way: go on from here.
    guard time >= anchorTime, due - passed <= Self.longestPause else {
      anchor = (time, .now.advanced(bySeconds: time < anchorTime ? 0 : Self.longestPause))
      return time < anchorTime ? nil : Self.longestPause
    }
    return due - passed > 0.001 ? due - passed : nil
  }

  private func end(_ trouble: SourceTrouble) {
    recording = nil
    monitor.lost(trouble, retrySeconds: nil)
    onEnd()
  }
}

extension Observation {
  /// When it was, by the receiver's clock.
  fileprivate var time: UTCTime? {
    switch self {
    case .fix(let fix): fix.time
    case .time(let time): time
    }
  }
}

extension SourceTrouble {
  fileprivate static func unreadable(_ error: SourceError) -> SourceTrouble {
    SourceTrouble(.unreadable, error.message, hint: error.hint)
  }

  fileprivate static func ended(_ path: String) -> SourceTrouble {
    SourceTrouble(.ended, "the recording '\(path)' is over")
  }
}
