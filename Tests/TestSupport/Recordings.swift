import Geography

/// NMEA recordings that tests make.
public enum Recordings {
  private static func checksummed(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
  }

  private static func angle(_ degrees: Double, width: Int, signs: (String, String)) -> String {
    let tenThousandths = Int((abs(degrees) * 600_000).rounded())
    let minutes = tenThousandths % 600_000
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return padded(tenThousandths / 600_000, width) + padded(minutes / 10_000, 2) + "."
      + padded(minutes % 10_000, 4) + "," + (degrees < 0 ? signs.1 : signs.0)
  }

  private static func fields(of time: UTCTime) -> (clock: String, date: String) {
    let text = time.description
    let date =
      text.dropFirst(8).prefix(2) + text.dropFirst(5).prefix(2) + text.dropFirst(2).prefix(2)
    return (text.dropFirst(11).prefix(8).filter { $0 != ":" } + ".00", String(date))
  }

  /// One second of a receiver that has no position but knows the time.
  public static func void(_ time: UTCTime) -> String {
    let (clock, date) = fields(of: time)
    return checksummed("GPRMC,\(clock),V,,,,,,,\(date),,,N")
      + checksummed("GPGGA,\(clock),,,,,0,00,99.99,,,,,,")
  }

  /// One second of a receiver: RMC and GGA.
  public static func epoch(_ time: UTCTime, _ position: Coordinate, knots: Double) -> String {
    let (clock, date) = fields(of: time)
    let place =
      angle(position.latitude, width: 2, signs: ("N", "S")) + ","
      + angle(position.longitude, width: 3, signs: ("E", "W"))
    let tenths = Int(knots * 10)
    return checksummed(
      "GPRMC,\(clock),A,\(place),\(tenths / 10).\(tenths % 10),90.0,\(date),,,A")
      + checksummed("GPGGA,\(clock),\(place),1,09,0.9,30.0,M,20.0,M,,")
  }

  /// A drive eastward from `start`: `seconds` at `metersPerSecond`, one fix a second.
  public static func drive(
    from start: Coordinate, seconds: Int, metersPerSecond: Double = 15,
    at time: UTCTime = UTCTime("2026-05-04T07:30:00Z")!
  ) -> String {
    (0..<seconds).map { second in
      epoch(
        time.advanced(bySeconds: Double(second)),
        start.moved(Double(second) * metersPerSecond, towards: 90),
        knots: metersPerSecond / 0.514444)
    }.joined()
  }
}
