import JSON

/// Finds where JSON values end in a file that is read in pieces, without looking at what they are.
struct ValueScanner {
  private let input: InputBuffer

  init(_ input: InputBuffer) { self.input = input }

  /// Consumes white space; the byte behind it, which is not consumed.
  mutating func nextSignificant() throws(ImportError) -> UInt8 {
    while true {
      let bytes = input.bytes
      var blanks = 0
      while blanks < bytes.count,
        bytes[blanks] == 0x20 || bytes[blanks] == 0x0A || bytes[blanks] == 0x0D
          || bytes[blanks] == 0x09
      {
        blanks += 1
      }
      if blanks > 0 { input.consume(blanks) }
      if let byte = input.bytes.first { return byte }
      guard try input.fill() else {
        throw ImportError(
          .truncated, "line \(input.lines + 1): the file ends in the middle",
          hint: "It was not copied or downloaded to its end.")
      }
    }
  }

  /// Consumes white space and this byte.
  mutating func expect(_ byte: UInt8) throws(ImportError) {
    guard try nextSignificant() == byte else { throw malformed() }
    input.consume(1)
  }

  /// How many of the bytes that are next a value takes; all of them are there then.
  mutating func valueLength() throws(ImportError) -> Int {
    var offset = 0
    var depth = 0
    var isString = false
    while true {
      let bytes = input.bytes
      while offset < bytes.count {
        let byte = bytes[offset]
        offset += 1
        if isString {
          if byte == UInt8(ascii: "\\") {
            offset += 1
          } else if byte == UInt8(ascii: "\"") {
            isString = false
            if depth == 0 { return offset }
          }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): isString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          // The bracket behind a number belongs to what the number is in.
          if depth == 0 { return try nonempty(offset - 1) }
          depth -= 1
          if depth == 0 { return offset }
        case UInt8(ascii: ","), UInt8(ascii: ":"):
          if depth == 0 { return try nonempty(offset - 1) }
        default: break
        }
      }
      guard try input.fill() else {
        throw ImportError(
          .truncated, "line \(input.lines + 1): the file ends in the middle of a value",
          hint: "It was not copied or downloaded to its end.")
      }
    }
  }

  private func nonempty(_ length: Int) throws(ImportError) -> Int {
    guard length > 0 else { throw malformed() }
    return length
  }

  private func malformed() -> ImportError {
    ImportError(
      .malformed, "line \(input.lines + 1): the file is no JSON",
      hint: "Check it with: python3 -m json.tool FILE")
  }
}
