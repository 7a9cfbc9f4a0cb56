import EventLoop
import Geography

/// An instant that is told as a date, and stays right when the wall clock is set.
///
/// A vehicle's clock starts at 1970 and jumps when something sets it. What happened a minute before
/// the jump is told as a minute before now, not as 1970.
struct Moment: Hashable, Sendable {
  /// When, on the clock that is never set.
  let monotonic: MonotonicTime
  /// What the wall clock said.
  private let dated: UTCTime
  /// Two readings of two clocks differ a little from time to time; less than this is no jump.
  private static let toleranceSeconds = 1.0

  /// An instant of the past; `now`: the wall clock.
  init(_ monotonic: MonotonicTime = .now, now: UTCTime = .now) {
    self.monotonic = monotonic
    dated = Self.date(of: monotonic, now: now)
  }

  /// Its date by the wall clock as it is set at present.
  func date(now: UTCTime = .now) -> UTCTime {
    let date = Self.date(of: monotonic, now: now)
    return abs(date.seconds(since: dated)) > Self.toleranceSeconds ? date : dated
  }

  private static func date(of monotonic: MonotonicTime, now: UTCTime) -> UTCTime {
    now.advanced(bySeconds: -MonotonicTime.now.seconds(since: monotonic))
  }
}
