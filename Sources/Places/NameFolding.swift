/// Names as they are compared and searched: plain lower-case letters, words apart by one blank.
///
/// Accents are dropped and Latin, Cyrillic and Greek letters written in plain Latin ones, so that
/// `Łódź`, `København`, `Straße` and `Ёлка` equal their ASCII spellings; full-width letters and
/// katakana become ordinary letters and hiragana. Other scripts keep their letters and vowel signs.
/// Apostrophes vanish (`O'Hare` is `ohare`), all else that is no letter or digit parts words. A word
/// is parted too where a script without blanks, such as Han or Thai, meets another.
public enum NameFolding {
  /// The folded words of `text`, one blank between them: equal for names that mean the same.
  public static func folded(_ text: String) -> String {
    words(text).joined(separator: " ")
  }

  /// The folded words of `text`.
  public static func words(_ text: String) -> [String] {
    split(text, with: plain, joiningApostrophes: true)
  }

  /// The words of a second spelling: `Müller` as `mueller`, `O'Hare` as `o`, `hare`; nil when there
  /// is none that differs.
  public static func variantWords(_ text: String) -> [String]? {
    guard text.unicodeScalars.contains(where: hasVariant) else { return nil }
    let second = split(text, with: variant, joiningApostrophes: false)
    return second == words(text) ? nil : second
  }

  private static func split(
    _ text: String, with table: [Unicode.Scalar: String], joiningApostrophes: Bool
  ) -> [String] {
    if let words = plainWords(text, joiningApostrophes: joiningApostrophes) { return words }
    var words: [String] = []
    var word = ""
    var isUnspaced = false
    func finish() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        let byte = UInt8(scalar.value)
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          if isUnspaced { finish() }
          isUnspaced = false
          let isUpper = (0x41...0x5A).contains(byte)
          word.unicodeScalars.append(Unicode.Scalar(isUpper ? byte | 0x20 : byte))
        case UInt8(ascii: "'"), UInt8(ascii: "`"): if !joiningApostrophes { finish() }
        default: finish()
        }
        continue
      }
      guard let piece = folded(scalar, with: table, joiningApostrophes: joiningApostrophes) else {
        finish()
        continue
      }
      guard !piece.isEmpty else { continue }
      let pieceIsUnspaced = piece.unicodeScalars.first.map(Self.isUnspaced) ?? false
      if pieceIsUnspaced != isUnspaced, !isMark(scalar) { finish() }
      if !isMark(scalar) { isUnspaced = pieceIsUnspaced }
      // Greek ου is one sound, written ou.
      let isDigraph = (scalar == "υ" || scalar == "ύ") && word.hasSuffix("o")
      word += isDigraph ? "u" : piece
    }
    finish()
    return words
  }

  /// The words of a text that is all ASCII, as most are; nil for others.
  private static func plainWords(_ text: String, joiningApostrophes: Bool) -> [String]? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1) { word in
        var words: [String] = []
        var count = 0
        func finish() {
          guard count > 0 else { return }
          words.append(
            String(decoding: UnsafeBufferPointer(rebasing: word[..<count]), as: UTF8.self))
          count = 0
        }
        for byte in bytes {
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            word[count] = byte
            count += 1
          case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            word[count] = byte | 0x20
            count += 1
          case UInt8(ascii: "'"), UInt8(ascii: "`"): if !joiningApostrophes { finish() }
          default: finish()
          }
        }
        finish()
        return words
      }
    }
  }

  /// What a scalar outside ASCII becomes; empty when it vanishes, nil when it parts words.
  private static func folded(
    _ scalar: Unicode.Scalar, with table: [Unicode.Scalar: String], joiningApostrophes: Bool
  ) -> String? {
    if let known = table[scalar] { return known }
    switch scalar.value {
    case _ where isApostrophe(scalar): return joiningApostrophes ? "" : nil
    // Accents by themselves, Hebrew points, Arabic vowel signs and the letter stretcher, joiners.
    case 0x0300...0x036F, 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x0640,
      0x200B...0x200F, 0xFE00...0xFE0F, 0x00AD:
      return ""
    case 0xFF01...0xFF5E:
      guard let ascii = Unicode.Scalar(scalar.value - 0xFEE0) else { return nil }
      return words(String(ascii)).first
    case 0x30A1...0x30F6: return Unicode.Scalar(scalar.value - 0x60).map { String($0) }
    case 0x30FC: return String(scalar)
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter:
      let lower = scalar.properties.lowercaseMapping
      var text = ""
      for part in lower.unicodeScalars {
        if part == scalar { return lower }
        if part.value < 0x80 {
          text.unicodeScalars.append(part)
        } else {
          text += folded(part, with: table, joiningApostrophes: joiningApostrophes) ?? ""
        }
      }
      return text
    case .lowercaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
      .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
      return String(scalar)
    default: return nil
    }
  }

  /// Beside those of ASCII.
  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2018, 0x2019, 0x02BC, 0x00B4, 0x2032, 0x02B9: true
    default: false
    }
  }

  /// Whether a second spelling may treat it in another way.
  private static func hasVariant(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80
      ? scalar == "'" || scalar == "`" : isApostrophe(scalar) || lettersWithVariant.contains(scalar)
  }

  private static let lettersWithVariant = Set(
    FoldingTable.variants.flatMap { ($0.from + $0.from.uppercased()).unicodeScalars })

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// A letter of a script that is written without blanks between words, or in which a part of a word
  /// is looked for: Han, kana, Hangul, Thai, Lao, Burmese, Khmer.
  public static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x323AF:
      true
    default: false
    }
  }

  /// The parts of a word at which a search inside it may begin, the word itself first: for a word of
  /// a script without blanks its ends from each letter on, for others just the word. None is longer
  /// than `longestPart` letters.
  public static func searchableParts(of word: String) -> [String] {
    guard let first = word.unicodeScalars.first else { return [] }
    // No word has fewer bytes than letters.
    if word.utf8.count <= longestWord, !isUnspaced(first) { return [word] }
    let scalars = Array(word.unicodeScalars.prefix(longestWord))
    guard isUnspaced(first) else {
      return [word.unicodeScalars.count > longestWord ? string(scalars[...]) : word]
    }
    return scalars.indices.filter { $0 == 0 || !isMark(scalars[$0]) }.map {
      string(scalars[$0..<min(scalars.count, $0 + longestPart)])
    }
  }

  /// Letters of the longest part by which a word without blanks is found.
  public static let longestPart = 12
  /// Letters of a word that are indexed; the rest of a longer one is not searched.
  public static let longestWord = 64

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static let plain = dictionary(FoldingTable.plain)
  private static let variant = plain.merging(dictionary(FoldingTable.variants)) { $1 }

  private static func dictionary(_ rows: [(to: String, from: String)]) -> [Unicode.Scalar: String] {
    Dictionary(
      rows.flatMap { row in row.from.unicodeScalars.map { ($0, row.to) } },
      uniquingKeysWith: { first, _ in first })
  }
}
