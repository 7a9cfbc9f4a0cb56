extension String {
  /// The columns that a terminal needs for the text.
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text in `width` columns at most, its end replaced by an ellipsis where it does not fit.
  func fitted(to width: Int) -> String {
    guard width > 0 else { return "" }
    var used = 0
    var kept = ""
    for character in self {
      used += character.displayWidth
      if used > width { return kept.trimmed(to: width - 1) + "…" }
      kept.append(character)
    }
    return self
  }

  private func trimmed(to width: Int) -> String {
    var text = self
    while text.displayWidth > width { text.removeLast() }
    return text
  }

  /// The text with spaces after it up to `width` columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// The text with spaces before it up to `width` columns.
  func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }
}

extension Character {
  /// Columns on a terminal: 2 for East Asian wide characters and emoji, 0 for a mark alone, else 1.
  /// A base with its marks, or emoji joined into one, is as wide as its base.
  fileprivate var displayWidth: Int {
    guard let base = unicodeScalars.first else { return 0 }
    if base.isASCII { return 1 }
    // U+FE0F asks for the emoji form of a character that has both.
    if unicodeScalars.dropFirst().first?.value == 0xFE0F { return 2 }
    switch base.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return base.isWide ? 2 : 1
    }
  }
}

extension Unicode.Scalar {
  /// East Asian Width W or F (Unicode 15, EastAsianWidth.txt), in whole blocks, and emoji that are
  /// shown as such by themselves.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF,
      0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
