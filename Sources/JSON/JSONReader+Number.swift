extension JSONReader {
  /// Powers of ten that a `Double` holds exactly.
  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private struct Decimal {
    var isNegative = false
    /// The first 19 significant digits.
    var digits: UInt64 = 0
    /// Power of ten that `digits` is to be multiplied with.
    var exponent = 0
    /// No digit was left out of `digits`.
    var isExact = true
    /// There was no fraction and no exponent.
    var isInteger = true
    var range = 0..<0
  }

  /// Consumes a number that is a whole one in the range of `Int64`, else throws `badNumber`.
  public mutating func readInteger() throws(JSONError) -> Int64 {
    let start = offset
    guard case .integer(let value) = try readNumericValue() else {
      offset = start
      throw error(.badNumber)
    }
    return value
  }

  /// Consumes a number; always finite. Correctly rounded.
  public mutating func readNumber() throws(JSONError) -> Double {
    let decimal = try scanNumber()
    return try double(decimal)
  }

  /// Consumes a number: an integer where it was written as one that `Int64` holds.
  mutating func readNumericValue() throws(JSONError) -> JSONValue {
    let decimal = try scanNumber()
    if decimal.isInteger, decimal.isExact, decimal.exponent == 0,
      decimal.digits <= UInt64(Int64.max) + (decimal.isNegative ? 1 : 0)
    {
      return .integer(
        Int64(truncatingIfNeeded: decimal.isNegative ? 0 &- decimal.digits : decimal.digits))
    }
    return .number(try double(decimal))
  }

  private func double(_ decimal: Decimal) throws(JSONError) -> Double {
    // Both factors exact, one rounding: the result is correctly rounded (Clinger, PLDI 1990).
    if decimal.isExact, decimal.digits <= 1 << 53, abs(decimal.exponent) <= 22 {
      let power = Self.exactPowers[abs(decimal.exponent)]
      let value =
        decimal.exponent < 0 ? Double(decimal.digits) / power : Double(decimal.digits) * power
      return decimal.isNegative ? -value : value
    }
    guard let value = Double(String(decoding: slice(decimal.range), as: UTF8.self)), value.isFinite
    else {
      throw JSONError(code: .badNumber, offset: decimal.range.lowerBound)
    }
    return value
  }

  private mutating func scanNumber() throws(JSONError) -> Decimal {
    guard try peek() == .number else { throw error(.wrongKind) }
    var decimal = Decimal()
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") {
      decimal.isNegative = true
      offset += 1
    }
    let whole = scanDigits(into: &decimal, isFraction: false)
    guard whole > 0, whole == 1 || bytes[offset - whole] != UInt8(ascii: "0") else {
      throw JSONError(code: .badNumber, offset: start)
    }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      decimal.isInteger = false
      guard scanDigits(into: &decimal, isFraction: true) > 0 else {
        throw JSONError(code: .badNumber, offset: start)
      }
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      decimal.isInteger = false
      var isNegative = false
      if offset < bytes.count, "+-".utf8.contains(bytes[offset]) {
        isNegative = bytes[offset] == UInt8(ascii: "-")
        offset += 1
      }
      var exponent = Decimal()
      guard scanDigits(into: &exponent, isFraction: false) > 0 else {
        throw JSONError(code: .badNumber, offset: start)
      }
      let value = exponent.isExact ? Int(min(exponent.digits, 100_000)) : 100_000
      decimal.exponent += isNegative ? -value : value
    }
    decimal.range = start..<offset
    return decimal
  }

  /// Adds a run of digits to `decimal`; how many there were.
  private mutating func scanDigits(into decimal: inout Decimal, isFraction: Bool) -> Int {
    let start = offset
    while offset < bytes.count, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit < 10 {
      if decimal.digits < 1_000_000_000_000_000_000 {
        decimal.digits = decimal.digits * 10 + UInt64(digit)
        if isFraction { decimal.exponent -= 1 }
      } else {
        decimal.isExact = false
        if !isFraction { decimal.exponent += 1 }
      }
      offset += 1
    }
    return offset - start
  }
}
