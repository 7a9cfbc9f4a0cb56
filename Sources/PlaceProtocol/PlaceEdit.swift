import Geography
import JSON
import Places

/// The fields of a place that `place.add` and `place.update` set. What is nil is left as it is; an
/// inner nil clears it.
public struct PlaceEdit: Hashable, Sendable {
  /// The name shown.
  public var name: String?
  /// A word of the category vocabulary.
  public var category: String??
  /// The centre.
  public var position: Coordinate?
  /// Radius of the extent in metres.
  public var radiusMeters: Double?
  /// The address, whole.
  public var address: Address?
  /// Further names, all of them.
  public var names: [String: String]?
  /// Wins over places of lower priority on the same ground.
  public var priority: Int?
  /// Seconds at rest that make an arrival here.
  public var arriveAfterSeconds: Double??

  /// Nothing set.
  public init() {}
}

extension Params {
  /// Largest extent of a place, radius in metres.
  public static let maximumRadiusMeters = 60_000.0

  /// Names of the params that `placeFields()` reads.
  public static let placeFieldNames = [
    "name", "category", "lat", "lon", "radius_m", "address", "names", "priority", "arrive_after_s",
  ]

  /// The fields of a place. Null clears a category and an `arrive_after_s`.
  public func placeFields() throws(ProtocolError) -> PlaceEdit {
    var fields = PlaceEdit()
    fields.name = try text("name", maximumBytes: 250)
    if let category = try text("category", maximumBytes: 60) {
      fields.category = .some(category)
    } else if isNull("category") {
      fields.category = .some(nil)
    }
    fields.position = try coordinate()
    fields.radiusMeters = try number(
      "radius_m", in: 0...Self.maximumRadiusMeters, unit: "metres")
    fields.address = try address()
    fields.names = try names()
    fields.priority = try integer("priority", in: -1000...1000)
    if let seconds = try number("arrive_after_s", in: 1...86_400, unit: "seconds") {
      fields.arriveAfterSeconds = .some(seconds)
    } else if isNull("arrive_after_s") {
      fields.arriveAfterSeconds = .some(nil)
    }
    return fields
  }

  private func address() throws(ProtocolError) -> Address? {
    let known = ["street", "housenumber", "postcode", "locality", "region", "country_code"]
    guard let address = try nested("address", known: known) else { return nil }
    let country = try address.text("country_code", maximumBytes: 2)
    if let country,
      country.utf8.count != 2
        || !country.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A })
    {
      throw Params.invalid(
        "country_code", .string(country), mustBe: "two letters (ISO 3166-1), such as FI")
    }
    return Address(
      street: try address.text("street"), houseNumber: try address.text("housenumber"),
      postcode: try address.text("postcode"), locality: try address.text("locality"),
      region: try address.text("region"), countryCode: country?.uppercased())
  }

  private func names() throws(ProtocolError) -> [String: String]? {
    guard let value = value("names") else { return nil }
    guard let members = value.members, members.count <= 100 else {
      throw Params.invalid(
        "names", value, mustBe: "an object of 100 names at most, such as {\"sv\":\"Helsingfors\"}")
    }
    let reader = try Params(value, of: "names", known: members.map(\.name))
    var names: [String: String] = [:]
    for member in members {
      names[member.name] = try reader.text(member.name, maximumBytes: 250)
    }
    return names
  }
}
