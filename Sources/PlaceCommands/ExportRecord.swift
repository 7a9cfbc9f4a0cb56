import CommandTable
import Geography
import JSON

/// A place or a visit on its way into a file: where it is, and its fields by name.
struct ExportRecord {
  let id: JSONValue
  let position: Coordinate
  /// In their order; `name` is the first.
  let fields: [JSONValue.Member]

  static let placeColumns = [
    "name", "category", "radius_m", "street", "housenumber", "postcode", "locality", "region",
    "country_code", "priority", "arrive_after_s", "source", "source_id", "attribution",
  ]

  static let visitColumns = [
    "name", "place_id", "arrived_at", "departed_at", "departed_after", "departed_before",
    "confirmed", "inferred",
  ]

  /// A place; nil for one without a position, which no daemon sends.
  static func place(_ value: JSONValue) -> ExportRecord? {
    guard let position = value.coordinate else { return nil }
    let address = value.object("address")
    var fields = [JSONValue.Member](
      placeColumns.map { name in (name, value.object(name) ?? address?.object(name)) })
    if let names = value.object("names") { fields.append(.init("names", names)) }
    let id = value["source_id"] ?? value["id"] ?? .null
    return ExportRecord(id: id, position: position, fields: fields)
  }

  /// A visit; nil for one without a position.
  static func visit(_ value: JSONValue) -> ExportRecord? {
    guard let position = value.coordinate else { return nil }
    let place = value.object("place")
    let between = value.elements("departed_between")
    let fields = [JSONValue.Member]([
      ("name", place?["name"]), ("place_id", place?["id"]), ("arrived_at", value["arrived_at"]),
      ("departed_at", value["departed_at"]), ("departed_after", between.first),
      ("departed_before", between.last), ("confirmed", value["confirmed"]),
      ("inferred", value["inferred"]),
    ])
    return ExportRecord(id: value["id"] ?? .null, position: position, fields: fields)
  }

  /// A field as printable text; nothing where it is not known.
  func text(_ name: String) -> String {
    switch fields.first(where: { $0.name == name })?.value {
    case .string(let text): text.printable
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .bool(let flag): flag ? "true" : "false"
    default: ""
    }
  }
}
