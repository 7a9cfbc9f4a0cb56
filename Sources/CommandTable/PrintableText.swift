extension String {
  /// The text without what a terminal would obey instead of show: each control character and each
  /// one that turns the direction of writing becomes its code, as in `\u{1B}`. Line breaks too.
  public var printable: String {
    guard unicodeScalars.contains(where: { !$0.isPrintable }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// A terminal shows it, and does not obey it. Control characters (Cc), line and paragraph separators
  /// and the bidirectional controls of Unicode's UAX #9 are not printable; all of them are below
  /// U+10000.
  public var isPrintable: Bool {
    switch value {
    case 0x20...0x7E: true
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
