#if canImport(Glibc)
  import Glibc
#endif

/// Time since the machine started, suspension included; never set back. Ages and time-outs count
/// with it, because the wall clock of a vehicle starts at 1970 and jumps.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the machine started.
  public let nanoseconds: Int64

  /// A time on the monotonic clock.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The present.
  public static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The time `seconds` later.
  public func advanced(bySeconds seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + Int64(min(seconds, 1e9) * 1e9))
  }

  /// Seconds from `other` to this time.
  public func seconds(since other: MonotonicTime) -> Double {
    Double(nanoseconds - other.nanoseconds) / 1e9
  }

  /// Earlier before later.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
