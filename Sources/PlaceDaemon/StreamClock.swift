import EventLoop
import Geography

/// The stream's clock, carried on by the monotonic one where the stream is silent. The wall clock has
/// no part in it.
struct StreamClock {
  /// When the stream's clock last spoke.
  private var heardAt: MonotonicTime?

  /// Takes note that the stream's clock spoke.
  mutating func heard() { heardAt = .now }

  /// Seconds since it spoke.
  var silence: Double { heardAt.map { max(0, MonotonicTime.now.seconds(since: $0)) } ?? 0 }

  /// The present, when the stream last said `time`.
  func present(after time: UTCTime?) -> UTCTime? { time?.advanced(bySeconds: silence) }
}
