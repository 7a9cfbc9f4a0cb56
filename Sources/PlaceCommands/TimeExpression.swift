import CommandTable
import Configuration
import Geography

/// A time as a user writes it: RFC 3339, a local date with or without a time of day, a word, or an age.
enum TimeExpression: Hashable, Sendable {
  /// `2026-05-04T07:30:00Z`
  case absolute(UTCTime)
  /// `2026-05-04`, `2026-05-04 09:30`: by the clock on the wall.
  case local(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)
  /// Midnight some days ago: `today`, `yesterday`.
  case midnight(daysAgo: Int)
  /// `3 h`, `7 d`: so long ago.
  case ago(seconds: Double)

  static let rule =
    "a time such as 2026-05-04T07:30:00Z, 2026-05-04, '2026-05-04 09:30', today, yesterday, or how "
    + "long ago: 3 h, 7 d"

  init?(_ text: String) {
    if let time = UTCTime(text) {
      self = .absolute(time)
    } else if text == "today" || text == "yesterday" {
      self = .midnight(daysAgo: text == "today" ? 0 : 1)
    } else if let local = Self.local(text) {
      self = local
    } else if text.contains(where: \.isLetter),
      let seconds = try? Quantity.duration.parse(text, in: 0...3.2e9)
    {
      self = .ago(seconds: seconds)
    } else {
      return nil
    }
  }

  /// The date is completed to a full time and read as that; its fields are then taken as local ones.
  private static func local(_ text: String) -> TimeExpression? {
    let zero = "0000-00-00T00:00:00Z"
    guard [10, 16, 19].contains(text.utf8.count),
      let time = UTCTime(text + zero.dropFirst(text.utf8.count))
    else { return nil }
    let (year, month, day) = time.date
    let second = time.millisecondOfDay / 1000
    return .local(
      year: year, month: month, day: day, hour: second / 3600, minute: second / 60 % 60,
      second: second % 60)
  }

  /// The time that is meant, `now` being the present; nil for a date that no clock can show.
  func resolved(now: UTCTime, isUTC: Bool) -> UTCTime? {
    switch self {
    case .absolute(let time): return time
    case .local(let year, let month, let day, let hour, let minute, let second):
      return ReadableTime.utc(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second,
        isUTC: isUTC)
    case .midnight(let daysAgo):
      let date = ReadableTime(isUTC: isUTC).seconds(
        now.advanced(bySeconds: -86_400 * Double(daysAgo)))
      guard
        case .local(let year, let month, let day, _, _, _)? = Self.local(String(date.prefix(10)))
      else { return nil }
      return ReadableTime.utc(year: year, month: month, day: day, isUTC: isUTC)
    case .ago(let seconds): return now.advanced(bySeconds: -seconds)
    }
  }
}

extension ValueFormat where Value == TimeExpression {
  /// A time.
  static let time = ValueFormat("T", rule: TimeExpression.rule) { TimeExpression($0) }
}
