extension JSONReader {
  /// Consumes a string.
  public mutating func readString() throws(JSONError) -> String {
    let start = offset
    let literal = try readStringBytes()
    // Most are plain, names of members always, and need no validation.
    if literal.isPlain { return String(decoding: slice(literal.range), as: UTF8.self) }
    let text =
      literal.hasEscapes
      ? String(validating: try unescaped(literal.range), as: UTF8.self)
      : String(validating: slice(literal.range), as: UTF8.self)
    guard let text else { throw JSONError(code: .badString, offset: start) }
    return text
  }

  /// A string as it was written.
  struct StringLiteral {
    /// The bytes between its quotes.
    var range = 0..<0
    /// It holds a backslash.
    var hasEscapes = false
    /// It is ASCII without a backslash.
    var isPlain = false
  }

  /// Consumes a string. Escapes and UTF-8 are not looked at.
  mutating func readStringBytes() throws(JSONError) -> StringLiteral {
    guard try peek() == .string else { throw error(.wrongKind) }
    offset += 1
    let start = offset
    var hasEscapes = false
    var bits: UInt8 = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      bits |= byte
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return StringLiteral(
          range: start..<offset - 1, hasEscapes: hasEscapes, isPlain: !hasEscapes && bits < 0x80)
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        offset += 1
      } else if byte < 0x20 {
        throw error(.badString)
      }
      offset += 1
    }
    offset = bytes.count
    throw error(.unexpectedEnd)
  }

  private func unescaped(_ range: Range<Int>) throws(JSONError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      let escape = bytes[index]
      index += 1
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = try unicodeEscape(at: &index, before: range.upperBound)
        text.append(contentsOf: UTF8.encode(scalar)!)
      default: throw JSONError(code: .badString, offset: index - 1)
      }
    }
    return text
  }

  /// The scalar of `\uXXXX` or of a surrogate pair of two; a lone surrogate is U+FFFD, as browsers
  /// and Python write when they have to.
  private func unicodeEscape(
    at index: inout Int, before end: Int
  ) throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal(at: &index, before: end)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    var following = index + 2
    if unit < 0xDC00, index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"),
      case let low = try hexadecimal(at: &following, before: end), (0xDC00...0xDFFF).contains(low)
    {
      index = following
      return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00)!
    }
    return "\u{FFFD}"
  }

  private func hexadecimal(at index: inout Int, before end: Int) throws(JSONError) -> UInt16 {
    guard index + 4 <= end else { throw JSONError(code: .badString, offset: index) }
    var value: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[index] - UInt8(ascii: "A") + 10
      default: throw JSONError(code: .badString, offset: index)
      }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }
}
