import Geography

/// Numbers as people and spreadsheets write them.
enum CSVNumber {
  /// A coordinate in degrees: a decimal point or comma, a degree sign, N, S, E or W before or behind.
  static func degrees(_ text: String) -> Double? {
    var isNegative = false
    var digits = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "S", "s", "W", "w": isNegative = true
      case "N", "n", "E", "e", "°", " ", "\u{A0}", "\u{202F}": continue
      case ",": digits += "."
      case "−": digits += "-"
      default: digits.unicodeScalars.append(scalar)
      }
    }
    guard let value = number(digits) else { return nil }
    return isNegative ? -abs(value) : value
  }

  /// A plain decimal number with a point.
  static func number(_ text: String) -> Double? {
    guard !text.isEmpty, text.utf8.count < 40,
      text.utf8.allSatisfy({
        (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "+")
      }), let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// `60.17, 24.94`, the latitude first.
  static func pair(_ text: String) -> (latitude: Double, longitude: Double)? {
    let separator: Character = text.contains(";") ? ";" : ","
    let parts = text.split(separator: separator)
    guard parts.count == 2, let latitude = degrees(String(parts[0])),
      let longitude = degrees(String(parts[1]))
    else { return nil }
    return (latitude, longitude)
  }
}
