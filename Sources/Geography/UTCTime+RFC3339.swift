extension UTCTime: LosslessStringConvertible {
  /// RFC 3339 in UTC, `2026-05-04T07:30:00Z`; milliseconds only where there are any.
  public var description: String {
    let (year, month, day) = date
    let time = millisecondOfDay
    var text: [UInt8] = []
    text.reserveCapacity(24)
    func append(_ value: Int, width: Int) {
      var divisor = 1
      for _ in 1..<width { divisor *= 10 }
      while divisor > 0 {
        text.append(UInt8(48 + value / divisor % 10))
        divisor /= 10
      }
    }
    append(year, width: 4)
    text.append(UInt8(ascii: "-"))
    append(month, width: 2)
    text.append(UInt8(ascii: "-"))
    append(day, width: 2)
    text.append(UInt8(ascii: "T"))
    append(time / 3_600_000, width: 2)
    text.append(UInt8(ascii: ":"))
    append(time / 60_000 % 60, width: 2)
    text.append(UInt8(ascii: ":"))
    append(time / 1000 % 60, width: 2)
    if time % 1000 != 0 {
      text.append(UInt8(ascii: "."))
      append(time % 1000, width: 3)
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads RFC 3339: `2026-05-04T07:30:00Z`, any number of decimals (rounded to a millisecond), an
  /// offset such as `+02:00`, a space or lower-case `t` between date and time. Nil for all else.
  public init?(_ text: String) {
    var digits = ArraySlice(text.utf8)
    func number(_ count: Int) -> Int? {
      guard digits.count >= count else { return nil }
      var value = 0
      for _ in 0..<count {
        guard let digit = digits.popFirst(), (48...57).contains(digit) else { return nil }
        value = value * 10 + Int(digit - 48)
      }
      return value
    }
    func skip(_ accepted: String) -> Bool {
      guard let next = digits.first, accepted.utf8.contains(next) else { return false }
      digits.removeFirst()
      return true
    }
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      skip("Tt "), let hour = number(2), skip(":"), let minute = number(2), skip(":"),
      let second = number(2)
    else { return nil }
    var fraction = 0.0
    if skip(".") {
      var weight = 100.0
      guard let first = digits.first, (48...57).contains(first) else { return nil }
      while let digit = digits.first, (48...57).contains(digit) {
        fraction += Double(digit - 48) * weight
        weight /= 10
        digits.removeFirst()
      }
    }
    var offset = 0
    if !skip("Zz") {
      let sign = digits.first == UInt8(ascii: "-") ? -1 : 1
      guard skip("+-"), let hours = number(2), hours < 24, skip(":"), let minutes = number(2),
        minutes < 60
      else { return nil }
      offset = sign * (hours * 60 + minutes)
    }
    guard digits.isEmpty,
      let time = UTCTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self.init(
      milliseconds: time.milliseconds + Int64(fraction.rounded()) - Int64(offset) * 60_000)
  }
}
