import Configuration
import Glibc

/// Lengths and speeds as people read them.
typealias DisplayUnits = Settings.DisplayUnits

extension DisplayUnits {
  private static let metersPerFoot = 0.3048
  private static let metersPerMile = 1609.344

  /// `8 m`, `850 m`, `1.2 km`, `35 km`; `26 ft`, `0.7 mi`. No more digits than a receiver knows.
  func distance(_ meters: Double) -> String {
    switch self {
    case .metric:
      meters < 999.5 ? "\(rounded(meters)) m" : large(meters / 1000, "km")
    case .imperial:
      meters < 0.1 * Self.metersPerMile
        ? "\(rounded(meters / Self.metersPerFoot)) ft" : large(meters / Self.metersPerMile, "mi")
    }
  }

  /// `12 km/h`, `8 mph`.
  func speed(_ metersPerSecond: Double) -> String {
    switch self {
    case .metric: "\(rounded(metersPerSecond * 3.6)) km/h"
    case .imperial: "\(rounded(metersPerSecond * 3600 / Self.metersPerMile)) mph"
    }
  }

  private func large(_ number: Double, _ unit: String) -> String {
    number < 9.95 ? "\(decimal(number, 1)) \(unit)" : "\(grouped(rounded(number))) \(unit)"
  }
}

/// The nearest whole number; what no `Int` holds becomes the largest.
func rounded(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? Int.max }

/// `number` with exactly `decimals` decimals, whatever the locale.
func decimal(_ number: Double, _ decimals: Int) -> String {
  let scale = pow(10, Double(decimals))
  guard let scaled = Int64(exactly: (abs(number) * scale).rounded()) else { return "\(number)" }
  let digits = String(scaled)
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  let sign = number < 0 && scaled != 0 ? "-" : ""
  return decimals == 0
    ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}

/// `1 628 403`, with spaces that do not break.
func grouped(_ number: Int) -> String {
  var text = String(number.magnitude)
  var groups: [Substring] = []
  while text.count > 3 {
    groups.insert(text.suffix(3), at: 0)
    text.removeLast(3)
  }
  groups.insert(text[...], at: 0)
  return (number < 0 ? "-" : "") + groups.joined(separator: "\u{A0}")
}

/// `62 %`, and `<1 %` for what is not nothing.
func percent(_ probability: Double) -> String {
  let value = rounded(probability * 100)
  return value == 0 && probability > 0 ? "<1 %" : "\(value) %"
}

/// `0 s`, `45 s`, `12 min`, `3 h 12 min`, `2 d 4 h`: the two largest units that count.
func readableDuration(_ seconds: Double) -> String {
  let total = rounded(max(0, seconds))
  switch total {
  case ..<60: return "\(total) s"
  case ..<600: return pair(total / 60, "min", total % 60, "s")
  case ..<3600: return "\(total / 60) min"
  case ..<86_400: return pair(total / 3600, "h", total / 60 % 60, "min")
  default: return pair(total / 86_400, "d", total / 3600 % 24, "h")
  }
}

private func pair(_ large: Int, _ unit: String, _ small: Int, _ smaller: String) -> String {
  small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(smaller)"
}

/// The eight directions of a compass.
func compassPoint(_ degrees: Double) -> String {
  let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
  return points[rounded(abs(degrees) / 45) % 8]
}
