/// Numbers with a unit, as a user writes them: `50`, `50m`, `2 km`, `1.5 h`.
enum Quantity {
  static let lengths: [String: Double] = [
    "": 1, "m": 1, "km": 1000, "ft": 0.3048, "mi": 1609.344,
  ]
  static let durations: [String: Double] = [
    "": 1, "s": 1, "sec": 1, "min": 60, "m": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]

  /// The number in `text` times its unit's size; nil where it is no number of 0 or more, or the
  /// unit is not one of `units`.
  static func parse(_ text: String, units: [String: Double]) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Double(digits), number.isFinite, let size = units[String(unit)] else {
      return nil
    }
    return number * size
  }
}

extension ValueFormat where Value == Double {
  /// A length of 0 m or more in metres, or with a unit.
  public static func meters(_ placeholder: String = "M", upTo limit: Double) -> Self {
    ValueFormat(
      placeholder,
      rule: "a length up to \(Int(limit)) m: metres, or with a unit (m, km, ft, mi)"
    ) { text in
      Quantity.parse(text, units: Quantity.lengths).flatMap { $0 <= limit ? $0 : nil }
    }
  }

  /// A duration of 0 s or more in seconds, or with a unit; a year at most.
  public static func seconds(_ placeholder: String = "T") -> Self {
    ValueFormat(
      placeholder, rule: "a duration up to a year: seconds, or with a unit (s, min, h, d, w)"
    ) { text in
      Quantity.parse(text, units: Quantity.durations).flatMap { $0 <= 366 * 86_400 ? $0 : nil }
    }
  }
}
