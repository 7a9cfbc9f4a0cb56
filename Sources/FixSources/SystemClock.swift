import Geography
import Glibc
import NMEA

/// The wall clock of this machine, which in a vehicle may start anywhere.
enum SystemClock {
  /// Before this program was released no receiver sends to it, and no clock that is right shows it.
  /// Moved forward with the releases.
  static let release = UTCTime(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z

  /// Clocks further apart than this, in seconds, are no longer the delay of a receiver, or its missing
  /// leap seconds.
  static let toleranceSeconds = 60.0

  private static let yearSeconds = 365.25 * 86_400

  /// The present by this machine's clock.
  static var now: UTCTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UTCTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The dates that a live receiver may have. A clock that is wrong is no reference: then only the
  /// release is. One that is right may have stood still for a while, without a battery.
  static func rollover(at now: UTCTime) -> WeekRollover {
    let isPlausible = now >= release
    let reference = isPlausible ? now : release
    return WeekRollover(
      earliest: reference.advanced(bySeconds: -yearSeconds),
      latest: reference.advanced(bySeconds: (isPlausible ? 1 : 10) * yearSeconds))
  }
}
