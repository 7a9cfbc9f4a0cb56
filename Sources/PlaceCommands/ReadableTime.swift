import Geography
import Glibc

/// Times in the zone of this machine, or in UTC.
struct ReadableTime {
  /// `--utc`
  let isUTC: Bool

  /// `2026-05-04 09:30`; in UTC with a `Z`.
  func minutes(_ time: UTCTime) -> String { text(time, from: 0, to: 16) }

  /// `2026-05-04 09:30:12`
  func seconds(_ time: UTCTime) -> String { text(time, from: 0, to: 19) }

  /// `09:30`; with the date where it is another day than `other`'s.
  func minutes(_ time: UTCTime, after other: UTCTime) -> String {
    let isSameDay = text(time, from: 0, to: 10) == text(other, from: 0, to: 10)
    return isSameDay ? text(time, from: 11, to: 16) : minutes(time)
  }

  private func text(_ time: UTCTime, from start: Int, to end: Int) -> String {
    let shifted = isUTC ? time : UTCTime(milliseconds: time.milliseconds + offset(at: time))
    let text = shifted.description.prefix(end).dropFirst(start)
    let plain = text.map { $0 == "T" ? " " : $0 }
    return String(plain) + (isUTC && end > 10 ? "Z" : "")
  }

  /// Milliseconds that local time is ahead of UTC.
  private func offset(at time: UTCTime) -> Int64 {
    var seconds = time_t(time.milliseconds / 1000)
    var fields = tm()
    guard localtime_r(&seconds, &fields) != nil else { return 0 }
    return Int64(fields.tm_gmtoff) * 1000
  }

  /// The time that a clock on the wall shows as `fields`, in this zone; nil outside of what it counts.
  static func utc(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, isUTC: Bool
  ) -> UTCTime? {
    guard
      let utc = UTCTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    if isUTC { return utc }
    var fields = tm()
    fields.tm_year = Int32(year - 1900)
    fields.tm_mon = Int32(month - 1)
    fields.tm_mday = Int32(day)
    fields.tm_hour = Int32(hour)
    fields.tm_min = Int32(minute)
    fields.tm_sec = Int32(second)
    fields.tm_isdst = -1
    return UTCTime(seconds: Double(mktime(&fields)))
  }

  /// The present, by the clock of this machine.
  static var now: UTCTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UTCTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
