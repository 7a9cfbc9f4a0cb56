import CommandTable
import Geography
import JSON

/// A place or a visit on its way into a file: where it is, and its fields by name.
struct ExportRecord {
  let id: JSONValue
  let position: Coordinate
  /// In their order; `name` is the first.
  let fields: [JSONValue.Member]

  /// Members of a place that an import reads.
  private static let placeMembers = [
    "name", "category", "radius_m", "address", "names", "priority", "arrive_after_s", "source",
    "source_id", "attribution",
  ]

  /// The same, flat.
  static let placeColumns = [
    "name", "category", "radius_m", "street", "housenumber", "postcode", "locality", "region",
    "country_code", "names", "priority", "arrive_after_s", "source", "source_id", "attribution",
  ]

  static let visitColumns = [
    "name", "place_id", "arrived_at", "departed_at", "departed_after", "departed_before",
    "confirmed", "inferred",
  ]

  /// A place; nil for one without a position, which no daemon sends.
  static func place(_ value: JSONValue) -> ExportRecord? {
    guard let position = value.coordinate else { return nil }
    let fields = [JSONValue.Member](placeMembers.map { name in (name, value.object(name)) })
    return ExportRecord(
      id: value["source_id"] ?? value["id"] ?? .null, position: position, fields: fields)
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

  /// A field, or a part of the address, as printable text; nothing where it is not known.
  func text(_ column: String) -> String {
    let values = JSONValue.object(fields)
    switch values[column] ?? values.object("address")?[column] {
    case .string(let text): return text.printable
    case .integer(let number): return String(number)
    case .number(let number): return "\(number)"
    case .bool(let flag): return flag ? "true" : "false"
    case let object?: return String(decoding: Output.line(of: object).dropLast(), as: UTF8.self)
    case nil: return ""
    }
  }
}
