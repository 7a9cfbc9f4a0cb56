/// Numbers with a unit, as people write them: `50 m`, `1.5 km`, `2 min 30 s`, `90 km/h`.
///
/// One kind of quantity knows its units and its bounds; a bare number is in the first unit.
public struct Quantity: Sendable {
  /// What is measured, for messages: `a distance`.
  let noun: String
  /// Names and sizes of the units; the first is the one that a bare number is in, and that values are
  /// printed in when no larger one fits.
  private let units: [(name: String, size: Double)]
  /// Other spellings of the units.
  private let spellings: [String: String]
  /// Whether several may be added up, `1 h 30 min`.
  private let adds: Bool
  /// Units that values are printed in, the largest first.
  private let printed: [String]

  /// Distances, in metres. The mile is the international one, 1 609.344 m.
  public static let distance = Quantity(
    noun: "a distance",
    units: [("m", 1), ("km", 1000), ("ft", 0.3048), ("mi", 1609.344), ("nmi", 1852)],
    spellings: [
      "metre": "m", "metres": "m", "meter": "m", "meters": "m", "feet": "ft", "foot": "ft",
      "mile": "mi", "miles": "mi",
    ], adds: false, printed: ["km", "m"])

  /// Durations, in seconds.
  public static let duration = Quantity(
    noun: "a duration",
    units: [("s", 1), ("min", 60), ("h", 3600), ("d", 86_400), ("w", 604_800), ("ms", 0.001)],
    spellings: [
      "sec": "s", "second": "s", "seconds": "s", "minute": "min", "minutes": "min", "hour": "h",
      "hours": "h", "day": "d", "days": "d", "week": "w", "weeks": "w",
    ], adds: true, printed: ["d", "h", "min", "s"])

  /// Speeds, in metres a second.
  public static let speed = Quantity(
    noun: "a speed",
    units: [("m/s", 1), ("km/h", 1 / 3.6), ("mph", 0.44704), ("kn", 1852 / 3600.0)],
    spellings: ["kph": "km/h", "kmh": "km/h", "mps": "m/s", "kt": "kn", "knots": "kn"], adds: false,
    printed: ["m/s"])

  /// Reads `text`; the value must lie in `range`.
  public func parse(_ text: String, in range: ClosedRange<Double>) throws(SettingError) -> Double {
    var rest = Substring(text)
    var total = 0.0
    var terms = 0
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.isEmpty { break }
      guard terms == 0 || adds else { throw notOne(text) }
      let digits = rest.prefix {
        $0.isASCII && ($0.isNumber || $0 == "." || $0 == "+" || $0 == "-")
      }
      guard let number = Double(digits), number.isFinite else { throw notOne(text) }
      rest = rest.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }
      let word = rest.prefix { $0.isLetter || $0 == "/" }
      rest = rest.dropFirst(word.count)
      guard let size = size(of: String(word)) else { throw notOne(text) }
      total += number * size
      terms += 1
    }
    guard terms > 0, total.isFinite else { throw notOne(text) }
    guard range.contains(total) else {
      throw SettingError(
        "'\(text)' is out of range: must be from \(describe(range.lowerBound)) to \(describe(range.upperBound))"
      )
    }
    return total
  }

  /// The value in the largest unit that shows it whole; reads back the same.
  public func describe(_ value: Double) -> String {
    for unit in printed {
      guard let size = size(of: unit), value >= size, let whole = Int(exactly: value / size) else {
        continue
      }
      return "\(whole) \(unit)"
    }
    let number = Int(exactly: value).map { String($0) } ?? String(value)
    return "\(number) \(units[0].name)"
  }

  private func size(of word: String) -> Double? {
    if word.isEmpty { return units[0].size }
    let name = spellings[word.lowercased()] ?? word
    return units.first { $0.name == name || $0.name == name.lowercased() }?.size
  }

  private func notOne(_ text: String) -> SettingError {
    let example = adds ? "2 min" : noun == "a speed" ? "90 km/h" : "50 m"
    return SettingError(
      "'\(text)' is not \(noun): must be a number and one of \(units.map(\.name).joined(separator: ", "))",
      hint: text.contains(",") ? "write the decimal mark as a point: 1.5" : "for example \(example)"
    )
  }
}
