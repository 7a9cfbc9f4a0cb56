/// The bytes between two commas of a sentence.
///
/// Everything is read digit by digit: no locale, no allocation, and nothing that a damaged or hostile
/// field could make overflow. What does not have exactly the expected form is nil. The bytes must
/// outlive the field.
struct Field {
  private let start: UnsafePointer<UInt8>?
  /// How many bytes.
  let count: Int

  /// A field of nothing: what a sentence that ends early has from there on.
  static var absent: Field { Field(start: nil, count: 0) }

  init(start: UnsafePointer<UInt8>?, count: Int) {
    self.start = start
    self.count = count
  }

  /// Nothing between the commas, or no such field.
  var isEmpty: Bool { count == 0 }

  /// The sentence ends before this field.
  var isAbsent: Bool { start == nil }

  subscript(_ index: Int) -> UInt8 { start.unsafelyUnwrapped[index] }

  /// The only byte of a field of one.
  var letter: UInt8? { count == 1 ? self[0] : nil }

  /// A decimal number, perhaps signed, as digits and at most one point. Digits after the 18th
  /// significant one are not looked at.
  var number: Double? {
    Decimal(self, from: 0, allowsSign: true)?.value
  }

  /// A whole number without sign, of nine digits at most.
  var integer: Int? {
    guard (1...9).contains(count) else { return nil }
    return digits(0..<count)
  }

  /// The number that the digits in `range` write; nil when one of them is no digit.
  func digits(_ range: Range<Int>) -> Int? {
    var value = 0
    for index in range {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  /// The position of the decimal point, or the field's end.
  var point: Int {
    var index = 0
    while index < count, self[index] != UInt8(ascii: ".") { index += 1 }
    return index
  }

  /// `hhmmss` with any number of decimals: milliseconds since midnight. Second 60, a leap second, is
  /// the first of the next minute.
  var timeOfDay: Int? {
    guard point == 6, let hour = digits(0..<2), hour < 24, let minute = digits(2..<4), minute < 60,
      let second = Decimal(self, from: 4, allowsSign: false), second.value < 61
    else { return nil }
    return (hour * 60 + minute) * 60_000 + Int((second.value * 1000).rounded())
  }

  /// `dddmm` with any number of decimals, in degrees. The two digits before the point are minutes and
  /// all before them degrees, however many a receiver writes.
  var angle: Double? {
    let split = point - 2
    guard split >= 0, split <= 4, let degrees = digits(0..<split),
      let minutes = Decimal(self, from: split, allowsSign: false), minutes.value < 60
    else { return nil }
    return Double(degrees) + minutes.value / 60
  }
}

/// Digits with at most one point, read without rounding as long as 18 of them do.
private struct Decimal {
  private var mantissa: Int64 = 0
  private var decimals = 0

  var value: Double { Double(mantissa) / Self.powers[decimals] }

  /// A mantissa below it can take another digit.
  private static let largestPrefix: Int64 = 100_000_000_000_000_000
  /// Also zeros after the point are counted, so that their number is bounded by itself.
  private static let maximumDecimals = 18

  /// Powers of ten that a `Double` holds exactly: the quotient is rounded once.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
  ]

  init?(_ field: Field, from start: Int, allowsSign: Bool) {
    var index = start
    var isNegative = false
    if allowsSign, index < field.count,
      field[index] == UInt8(ascii: "-") || field[index] == UInt8(ascii: "+")
    {
      isNegative = field[index] == UInt8(ascii: "-")
      index += 1
    }
    var hasDigit = false
    var isFraction = false
    while index < field.count {
      let byte = field[index]
      index += 1
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      hasDigit = true
      if isFraction {
        guard decimals < Self.maximumDecimals, mantissa < Self.largestPrefix else { continue }
        decimals += 1
      } else if mantissa >= Self.largestPrefix {
        return nil
      }
      mantissa = mantissa * 10 + Int64(digit)
    }
    guard hasDigit else { return nil }
    if isNegative { mantissa = -mantissa }
  }
}
