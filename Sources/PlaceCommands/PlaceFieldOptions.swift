import CommandTable
import Geography
import JSON
import PlaceProtocol

/// The fields of a place as options of `place add` and `place edit`.
enum PlaceFieldOptions {
  static let here = Flag("here", "at the current position; so it is without `--at`, too")
  static let at = Option("at", .coordinate, "at this position")
  static let radius = Option(
    "radius", .meters(0...Params.maximumRadiusMeters), "its extent: radius of the circle around it")
  static let category = Option("category", .field("CATEGORY"), "what it is, such as home or fuel")
  static let street = Option("street", .field("STREET"), "address: street")
  static let houseNumber = Option("housenumber", .field("NUMBER"), "address: number of the house")
  static let postcode = Option("postcode", .field("CODE"), "address: postal code")
  static let locality = Option("locality", .field("NAME"), "address: city, town or village")
  static let region = Option("region", .field("NAME"), "address: state, province or canton")
  static let country = Option("country", .field("CC"), "address: country, two letters such as FI")
  static let otherName = Option(
    "other-name", .otherName, repeats: true, "another name, such as sv=Helsingfors")
  static let priority = Option(
    "priority", .integer("N", -1000...1000), "wins over places of lower priority on the same ground"
  )
  static let arriveAfter = Option(
    "arrive-after", .clearableSeconds(1...86_400), "how long at rest here is an arrival")

  static let all: [any DeclaredOption] = [
    at, radius, category, street, houseNumber, postcode, locality, region, country, otherName,
    priority, arriveAfter,
  ]

  private static let address = [
    ("street", street), ("housenumber", houseNumber), ("postcode", postcode),
    ("locality", locality), ("region", region), ("country_code", country),
  ]

  /// The params that the options mean, but for the position. `place`: the place as it is, whose
  /// address and names are completed; nil for a new one.
  static func params(_ line: Invocation, changing place: JSONValue?) -> [JSONValue.Member] {
    var params = [JSONValue.Member]([
      ("radius_m", line[radius].map { .number($0) }),
      ("category", line[category].map { $0.isEmpty ? .null : .string($0) }),
      ("priority", line[priority].map { .integer(Int64($0)) }),
      ("arrive_after_s", line[arriveAfter].map { $0.map { .number($0) } ?? .null }),
    ])
    let parts = address.compactMap { key, option in line[option].map { (key, $0) } }
    if !parts.isEmpty {
      params.append(.init("address", merged(place?.object("address"), with: parts)))
    }
    let names = line.all(otherName)
    if !names.isEmpty { params.append(.init("names", merged(place?.object("names"), with: names))) }
    return params
  }

  /// `object` with other members; an empty text removes one.
  private static func merged(
    _ object: JSONValue?, with changes: [(String, String)]
  ) -> JSONValue {
    var members = object?.members ?? []
    for (name, text) in changes {
      members.removeAll { $0.name == name }
      if !text.isEmpty { members.append(.init(name, .string(text))) }
    }
    return .object(members)
  }

  /// A current position that is fit to be a place's.
  static func currentPosition(_ context: CommandContext) throws(CommandError) -> Coordinate {
    let result = try context.call(.fix)
    guard let position = result.object("fix")?.coordinate else {
      throw .unexpectedAnswer(to: .fix)
    }
    guard result["stale"]?.bool != true else {
      let age = result["age_s"]?.double.map { " is \(readableDuration($0)) old" } ?? " is old"
      throw CommandError(
        .failed, "stale", "the last fix\(age): the vehicle may be elsewhere by now",
        hint: "wait for a fix (placectl wait fix), or give the position: --at LAT,LON")
    }
    return position
  }
}

extension ValueFormat where Value == String {
  /// A field; an empty text clears it.
  fileprivate static func field(_ placeholder: String) -> Self {
    ValueFormat(placeholder, rule: "a text") { $0 }
  }
}

extension ValueFormat where Value == (String, String) {
  /// `KEY=NAME`
  fileprivate static var otherName: Self {
    ValueFormat("KEY=NAME", rule: "a language or a kind of name, =, and the name") { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else { return nil }
      return (String(parts[0]), String(parts[1]))
    }
  }
}

extension ValueFormat where Value == Double? {
  /// A duration; an empty text clears it.
  fileprivate static func clearableSeconds(_ range: ClosedRange<Double>) -> Self {
    let format = ValueFormat<Double>.seconds(range)
    return ValueFormat(format.placeholder, rule: format.rule) { text in
      if text.isEmpty { return .some(nil) }
      guard let seconds = format.parse(text) else { return nil }
      return .some(seconds)
    }
  }
}
