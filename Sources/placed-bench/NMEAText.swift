import Geography

/// What a receiver writes for one report: the eight sentences of a u-blox as it is sold.
struct NMEAText {
  private static let satellites = [
    "GPGSV,3,1,11,02,35,291,41,05,12,221,36,06,14,115,38,07,62,063,46",
    "GPGSV,3,2,11,09,46,121,43,11,08,044,31,13,26,178,40,20,21,080,37",
    "GPGSV,3,3,11,27,09,330,33,30,71,250,47,46,33,174,40",
  ].map(sentence)
  private static let active = sentence("GPGSA,A,3,02,05,06,07,09,11,13,20,27,30,,,1.7,0.9,1.4")

  /// The report's sentences; only the two that carry positions, unless `isWhole`.
  static func epoch(_ point: Journey.Point, isWhole: Bool, to text: inout [UInt8]) {
    let time = UTCTime(milliseconds: point.milliseconds)
    let stamp = String(describing: time)
    // 2024-06-03T01:02:03.456Z
    let digits = stamp.utf8.filter { (0x30...0x39).contains($0) }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let hundredths = point.milliseconds / 10 % 100
    let clock = part(8..<14) + "." + padded(hundredths, 2)
    let date = part(6..<8) + part(4..<6) + part(2..<4)
    let place =
      angle(abs(point.position.latitude), 2) + (point.position.latitude < 0 ? ",S," : ",N,")
      + angle(abs(point.position.longitude), 3) + (point.position.longitude < 0 ? ",W" : ",E")
    let knots = decimal(point.speed / 0.514444, 3)
    let course = decimal(point.course, 2)
    text += sentence("GPRMC,\(clock),A,\(place),\(knots),\(course),\(date),,,A")
    if isWhole {
      text += sentence("GPVTG,\(course),T,,M,\(knots),N,\(decimal(point.speed * 3.6, 3)),K,A")
    }
    text += sentence("GPGGA,\(clock),\(place),1,10,0.90,20.0,M,17.4,M,,")
    if isWhole {
      text += active
      for line in satellites { text += line }
      text += sentence("GPGLL,\(place),\(clock),A,A")
    }
  }

  /// With its checksum and end of line.
  private static func sentence(_ body: String) -> [UInt8] {
    let sum = body.utf8.reduce(0, ^)
    let digits = Array("0123456789ABCDEF".utf8)
    return Array("$\(body)*".utf8) + [digits[Int(sum >> 4)], digits[Int(sum & 15)], 13, 10]
  }

  /// Degrees and minutes: `ddmm.mmmmm`.
  private static func angle(_ degrees: Double, _ width: Int) -> String {
    let units = Int64((degrees * 60 * 1e5).rounded())
    return padded(units / 6_000_000, width) + padded(units % 6_000_000 / 100_000, 2) + "."
      + padded(units % 100_000, 5)
  }

  private static func decimal(_ value: Double, _ decimals: Int) -> String {
    let scale = [1, 10, 100, 1000][decimals]
    let units = Int64((value * Double(scale)).rounded())
    return "\(units / Int64(scale))." + padded(units % Int64(scale), decimals)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
