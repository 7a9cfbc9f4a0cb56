/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Milliseconds are what receivers and gpsd report; an integer makes equal times equal, so that an
/// event keeps its identity over restart and replay. RFC 3339 text is read and written here without
/// locale or time zone data. Years 0000 through 9999.
public struct UTCTime: Hashable, Comparable, Sendable, Codable {
  /// Milliseconds since the epoch.
  public let milliseconds: Int64

  private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Clamped to the years 0000 through 9999.
  public init(milliseconds: Int64) {
    self.milliseconds = min(Self.range.upperBound, max(Self.range.lowerBound, milliseconds))
  }

  /// Seconds since the epoch, rounded to a millisecond; nil when not finite or outside the years
  /// 0000 through 9999.
  public init?(seconds: Double) {
    guard let value = Int64(exactly: (seconds * 1000).rounded()), Self.range.contains(value) else {
      return nil
    }
    milliseconds = value
  }

  /// A civil date and time of day in UTC. Nil when a field is out of range; second 60, a leap
  /// second, is the first of the next minute.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    millisecond: Int = 0
  ) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond)
    else { return nil }
    let days = Self.daysSinceEpoch(year: year, month: month, day: day)
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    self.init(milliseconds: seconds * 1000 + Int64(millisecond))
  }

  /// Seconds since the epoch.
  public var seconds: Double { Double(milliseconds) / 1000 }

  /// Whole days since the epoch.
  public var day: Int { Int(floorDivide(milliseconds, 86_400_000)) }

  /// Milliseconds since midnight UTC, 0 ..< 86 400 000.
  public var millisecondOfDay: Int { Int(milliseconds - Int64(day) * 86_400_000) }

  /// Year, month 1–12 and day 1–31 in UTC.
  public var date: (year: Int, month: Int, day: Int) {
    // Civil date from days, Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    let shifted = day + 719_468
    let era = Int(floorDivide(Int64(shifted), 146_097))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  /// The time `seconds` later.
  public func advanced(bySeconds seconds: Double) -> UTCTime {
    let span = Double(Self.range.upperBound - Self.range.lowerBound)
    let delta = min(span, max(-span, (seconds * 1000).rounded()))
    return UTCTime(milliseconds: milliseconds + Int64(delta))
  }

  /// Seconds from `other` to this time.
  public func seconds(since other: UTCTime) -> Double {
    Double(milliseconds - other.milliseconds) / 1000
  }

  /// Earlier before later.
  public static func < (left: UTCTime, right: UTCTime) -> Bool {
    left.milliseconds < right.milliseconds
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    // Days from civil date, same source as `date`.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = Int(floorDivide(Int64(shiftedYear), 400))
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

private func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
}
