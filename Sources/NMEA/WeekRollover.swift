import Geography

/// Corrects the date of a receiver that has lost count of GPS weeks.
///
/// GPS counts weeks modulo 1024 (IS-GPS-200, 20.3.3.3.1.1); firmware that assumes the wrong era is
/// wrong by a multiple of 1024 weeks, 19.6 years. Live, such a date is recognised because it lies
/// before anything a receiver could say now. A recording keeps its own date: it may be old.
public struct WeekRollover: Hashable, Sendable {
  /// Seconds in 1024 weeks.
  static let eraSeconds = 1024.0 * 7 * 86_400

  /// Times before it are wrong.
  public let earliest: UTCTime
  /// A corrected time after it is no improvement.
  public let latest: UTCTime

  /// Times before `earliest` are moved by whole eras, where that brings them between both.
  public init(earliest: UTCTime, latest: UTCTime) {
    self.earliest = earliest
    self.latest = latest
  }

  /// Eras to add to `time`: 0 where it is right, or no number of eras would make it so.
  public func eras(missingFrom time: UTCTime) -> Int {
    guard time < earliest else { return 0 }
    let eras = (earliest.seconds(since: time) / Self.eraSeconds).rounded(.up)
    let corrected = time.advanced(bySeconds: eras * Self.eraSeconds)
    return corrected <= latest ? Int(eras) : 0
  }

  /// `time` with `eras` added.
  public static func adding(eras: Int, to time: UTCTime) -> UTCTime {
    eras == 0 ? time : time.advanced(bySeconds: Double(eras) * eraSeconds)
  }
}
