/// Text as files have it, made into text as the table has it.
enum ImportedText {
  /// Without control characters and with single blanks; nil where nothing is left. What is longer
  /// than the table takes is cut.
  static func clean(_ text: String) -> String? {
    // Most names are clean already.
    var isClean = true
    var previousIsBlank = true
    for byte in text.utf8 {
      if byte <= 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || byte == 0xE3 {
        if byte != 0x20 || previousIsBlank {
          isClean = false
          break
        }
        previousIsBlank = true
      } else {
        previousIsBlank = false
      }
    }
    if isClean, !previousIsBlank, text.utf8.count <= longest { return text }
    var cleaned = String.UnicodeScalarView()
    var bytes = 0
    var isPending = false
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      if isControl || scalar.properties.isWhitespace {
        isPending = !cleaned.isEmpty
        continue
      }
      let size = UTF8.width(scalar) + (isPending ? 1 : 0)
      guard bytes + size <= longest else { break }
      if isPending { cleaned.append(" ") }
      isPending = false
      cleaned.append(scalar)
      bytes += size
    }
    return cleaned.isEmpty ? nil : String(cleaned)
  }

  private static let longest = 1000
}
