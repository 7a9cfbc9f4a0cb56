/// Splits CSV into rows and fields (RFC 4180): quotes, doubled quotes, line breaks in quotes, CRLF; and
/// TSV as GeoNames writes it, where quotes are just characters.
struct CSVRecords {
  private let input: InputBuffer
  /// What parts fields: a comma, a semicolon, a tab or a bar.
  let delimiter: UInt8
  /// Quotes have no meaning.
  let isPlain: Bool
  private var fields: [Range<Int>] = []

  init(_ input: InputBuffer, delimiter: UInt8, isPlain: Bool = false) {
    self.input = input
    self.delimiter = delimiter
    self.isPlain = isPlain
  }

  /// A row.
  struct Row {
    /// The line it starts on, from 1.
    var line: Int
    var fields: [String]
    /// A line break ends it.
    var isTerminated: Bool
  }

  /// The next row that is not blank; nil at the end of the file. A quote that is never closed throws.
  mutating func next() throws(ImportError) -> Row? {
    while true {
      while input.bytes.isEmpty { guard try input.fill() else { return nil } }
      let line = input.lines + 1
      let (length, isTerminated) = try scan(line: line)
      let bytes = input.bytes
      let texts = fields.map { text(UnsafeBufferPointer(rebasing: bytes[$0])) }
      input.consume(length)
      if texts.count == 1, texts[0].isEmpty { continue }
      return Row(line: line, fields: texts, isTerminated: isTerminated)
    }
  }

  /// Finds the fields of the next row; the row's length with its end.
  private mutating func scan(line: Int) throws(ImportError) -> (length: Int, isTerminated: Bool) {
    var offset = 0
    var start = 0
    var isQuoted = false
    fields.removeAll(keepingCapacity: true)
    while true {
      let bytes = input.bytes
      while offset < bytes.count {
        let byte = bytes[offset]
        if isQuoted {
          if byte == UInt8(ascii: "\"") {
            // A doubled quote: the second opens what the first has closed.
            isQuoted = false
          }
        } else if byte == UInt8(ascii: "\""), !isPlain,
          offset == start
            || bytes[start] == UInt8(ascii: "\"") && bytes[offset - 1] == UInt8(ascii: "\"")
        {
          isQuoted = true
        } else if byte == delimiter {
          fields.append(start..<offset)
          start = offset + 1
        } else if byte == 0x0A {
          let isReturn = offset > start && bytes[offset - 1] == 0x0D
          fields.append(start..<(isReturn ? offset - 1 : offset))
          return (offset + 1, true)
        }
        offset += 1
      }
      guard try !input.fill() else { continue }
      guard !isQuoted else {
        throw ImportError(
          .truncated, "line \(line): the file ends inside a quoted field",
          hint: "It was not copied to its end, or a quote is missing.")
      }
      fields.append(start..<offset)
      return (offset, false)
    }
  }

  /// A field without its quotes. What is no UTF-8 is taken for Windows-1252, as spreadsheets write.
  private func text(_ field: UnsafeBufferPointer<UInt8>) -> String {
    var field = field
    if !isPlain, field.first == UInt8(ascii: "\"") {
      let end = field.last == UInt8(ascii: "\"") && field.count > 1 ? field.count - 1 : field.count
      field = UnsafeBufferPointer(rebasing: field[1..<end])
      if field.contains(UInt8(ascii: "\"")) {
        var bytes: [UInt8] = []
        var isSecond = false
        for byte in field {
          if byte == UInt8(ascii: "\""), !isSecond {
            isSecond = true
            bytes.append(byte)
          } else if byte == UInt8(ascii: "\"") {
            isSecond = false
          } else {
            isSecond = false
            bytes.append(byte)
          }
        }
        return bytes.withUnsafeBufferPointer { LegacyText.decode($0) }
      }
    }
    return LegacyText.decode(field)
  }
}
