import CommandTable
import Configuration
import Geography

extension ValueFormat where Value == Double {
  /// A length in metres, or with a unit.
  static func meters(_ range: ClosedRange<Double>) -> Self {
    quantity("M", .distance, range, "metres, or a length with a unit")
  }

  /// A duration in seconds, or with a unit.
  static func seconds(_ range: ClosedRange<Double>) -> Self {
    quantity("T", .duration, range, "seconds, or a duration with a unit")
  }

  private static func quantity(
    _ placeholder: String, _ quantity: Quantity, _ range: ClosedRange<Double>, _ noun: String
  ) -> Self {
    let bounds =
      "from \(quantity.describe(range.lowerBound)) to \(quantity.describe(range.upperBound))"
    return ValueFormat(placeholder, rule: "\(noun), \(bounds)") { text in
      try? quantity.parse(text, in: range)
    }
  }
}

extension ValueFormat where Value == Coordinate {
  /// `60.1699,24.9384`
  static let coordinate = ValueFormat(
    "LAT,LON", rule: "degrees north and east, such as 60.1699,24.9384"
  ) { text in
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.drop { $0 == " " }) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// A place as it is named on the command line, where no rank is meant.
enum PlaceName: Hashable, Sendable {
  /// `id:7`, or just `7`: what `-q` prints.
  case id(Int)
  /// Anything else, or what follows `name:`.
  case name(String)

  init?(_ text: String) {
    if text.hasPrefix("id:") {
      guard let id = Int(text.dropFirst(3)) else { return nil }
      self = .id(id)
    } else if let id = Int(text) {
      self = .id(id)
    } else {
      let name = text.hasPrefix("name:") ? String(text.dropFirst(5)) : text
      guard name.contains(where: { !$0.isWhitespace }) else { return nil }
      self = .name(name)
    }
  }
}

extension ValueFormat where Value == PlaceName {
  /// A place by id or name.
  static let place = ValueFormat(
    "PLACE", rule: "id:ID or a name", completion: .asked(kind: "places")
  ) { PlaceName($0) }
}

extension ValueFormat where Value == Int {
  /// The id of a row, with or without `id:`.
  static func id(_ completion: Completion = .nothing) -> Self {
    ValueFormat("ID", rule: "the number that is its id", completion: completion) { text in
      Int(text.hasPrefix("id:") ? String(text.dropFirst(3)) : text)
    }
  }
}
