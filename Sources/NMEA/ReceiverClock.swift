import Geography

/// Turns a receiver's times of day into points in time.
///
/// Only some sentences carry the date, and not before the receiver knows it. In between, the date is
/// the one that brings the time of day nearest to the last known time; so midnight passes whichever
/// sentence comes first.
struct ReceiverClock {
  private static let dayMilliseconds: Int64 = 86_400_000
  /// Longest step in seconds between two epochs of a stream that goes on.
  private static let continuousSeconds = 60.0

  private let rollover: WeekRollover?
  private var last: UTCTime?
  /// The last date came with a valid fix.
  private var isLastValid = false
  /// A date that disagrees with the last one and waits for another epoch to say the same.
  private var doubted: UTCTime?
  /// Eras added to the receiver's dates.
  private(set) var addedEras = 0

  init(rollover: WeekRollover?) { self.rollover = rollover }

  /// The time of an epoch; nil while no date is known.
  ///
  /// `date` is the midnight that began the epoch's date, where one of its sentences has it. In a
  /// stream that goes on, a date that jumps is damage which the checksum did not catch, and is
  /// believed only when the next date confirms it.
  mutating func time(ofDay timeOfDay: Int, date: UTCTime?, isValid: Bool) -> UTCTime? {
    let expected = last.map { Self.nearest(to: $0, timeOfDay: timeOfDay) }
    guard let date else {
      if let expected { last = expected }
      return expected
    }
    var time = UTCTime(milliseconds: date.milliseconds + Int64(timeOfDay))
    let eras = rollover?.eras(missingFrom: time) ?? 0
    time = WeekRollover.adding(eras: eras, to: time)
    if let last, let expected, time != expected, isLastValid,
      (0...Self.continuousSeconds).contains(expected.seconds(since: last)),
      doubted.map({ Self.nearest(to: $0, timeOfDay: timeOfDay) }) != time
    {
      doubted = time
      self.last = expected
      return expected
    }
    doubted = nil
    last = time
    isLastValid = isValid || (isLastValid && time == expected)
    addedEras = eras
    return time
  }

  /// The time with this time of day that is at most half a day from `time`.
  private static func nearest(to time: UTCTime, timeOfDay: Int) -> UTCTime {
    var step = Int64(timeOfDay - time.millisecondOfDay)
    if step > dayMilliseconds / 2 { step -= dayMilliseconds }
    if step < -dayMilliseconds / 2 { step += dayMilliseconds }
    return UTCTime(milliseconds: time.milliseconds + step)
  }
}
