import CommandTable
import Geography
import JSON

extension JSONValue {
  /// The member `name` as text that a terminal shows and does not obey.
  func text(_ name: String) -> String? { self[name]?.string?.printable }

  /// The member `name` as a time.
  func time(_ name: String) -> UTCTime? { self[name]?.string.flatMap { UTCTime($0) } }

  /// The member `name`, nil where it is null.
  func object(_ name: String) -> JSONValue? {
    guard let value = self[name], value != .null else { return nil }
    return value
  }

  /// The elements of the member `name`; none where it is no array.
  func elements(_ name: String) -> [JSONValue] { self[name]?.array ?? [] }

  /// The position in the members `lat` and `lon`.
  var coordinate: Coordinate? {
    guard let latitude = self["lat"]?.double, let longitude = self["lon"]?.double else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// A place of an answer, as tables show it. Its texts are printable.
struct PlaceView {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  var id: Int? { value["id"]?.int }
  var name: String { value.text("name") ?? "?" }
  var category: String { value.text("category") ?? "" }
  var likelihood: Double? { value["likelihood"]?.double }
  var within: Double? { value["within"]?.double }

  /// The label without the name that it begins with.
  var whereabouts: String {
    let label = value.text("label") ?? ""
    let opening = name + ", "
    return label.hasPrefix(opening)
      ? String(label.dropFirst(opening.count)) : label == name ? "" : label
  }

  /// `350 m`; nothing for a list without distances.
  func distance(_ units: DisplayUnits) -> String {
    value["distance_m"]?.double.map(units.distance) ?? ""
  }

  /// `NE`; nothing at the place itself, where a direction says nothing.
  var direction: String {
    guard let meters = value["distance_m"]?.double, meters > 0,
      let bearing = value["bearing_deg"]?.double
    else { return "" }
    return compassPoint(bearing)
  }

  /// `60.16990, 24.93840`: five decimals are a metre.
  static func position(_ position: Coordinate) -> String {
    "\(decimal(position.latitude, 5)), \(decimal(position.longitude, 5))"
  }
}

extension Table {
  /// A table of places, nearest or best first.
  static func places(_ places: [PlaceView], units: DisplayUnits) -> Table {
    var table = Table([
      .number("ID"), .number("DISTANCE"), .text(""), .name("NAME", least: 16),
      .name("CATEGORY", least: 8),
      .name("WHERE", least: 8),
    ])
    for place in places {
      table.add([
        place.id.map { String($0) } ?? "", place.distance(units), place.direction, place.name,
        place.category,
        place.whereabouts,
      ])
    }
    return table
  }

  /// The ranked table of likely places.
  static func likely(_ places: [PlaceView], units: DisplayUnits) -> Table {
    var table = Table([
      .number("RANK"), .number("LIKELY"), .number("DISTANCE"), .text(""), .name("NAME", least: 16),
      .name("WHERE", least: 8),
    ])
    for (index, place) in places.enumerated() {
      table.add([
        String(index + 1), place.likelihood.map(percent) ?? "", place.distance(units),
        place.direction, place.name,
        place.whereabouts,
      ])
    }
    return table
  }
}
