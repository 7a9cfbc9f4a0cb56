import Geography
import JSON
import Places
import SQLite

/// A row of the table `place`.
package struct PlaceRow: Hashable, Sendable {
  package var id = 0
  package var source = 0
  package var sourceID = ""
  package var name = ""
  /// `Category.code`; 0 where nothing is known.
  package var category: UInt16 = 0
  package var position = FixedPoint(latitude: 0, longitude: 0)
  package var radiusMillimeters = 0
  package var hasShape = false
  package var names: [String: String] = [:]
  package var address = Address()
  package var priority = 0
  package var arriveAfterSeconds: Double?
  package var edited: PlaceFields = []

  package init() {}

  package var radiusMeters: Double { Double(radiusMillimeters) / 1000 }
  package var isLocality: Bool { Category.isLocality(code: category) }

  package static let columns = """
    id, source, source_id, name, category, lat, lon, radius_mm, has_shape, names, street,
    housenumber, postcode, locality, region, country, priority, arrive_after, edited
    """

  /// The row that `statement` stands on, with `columns` selected.
  package init(_ statement: Statement) {
    id = statement.int(0)
    source = statement.int(1)
    sourceID = statement.text(2)
    name = statement.text(3)
    category = UInt16(truncatingIfNeeded: statement.int(4))
    position = FixedPoint(latitude: statement.int(5), longitude: statement.int(6))
    radiusMillimeters = min(max(0, statement.int(7)), 200_000_000)
    hasShape = statement.int(8) != 0
    names = Self.names(statement, column: 9)
    address = Address(
      street: statement.optionalText(10), houseNumber: statement.optionalText(11),
      postcode: statement.optionalText(12), locality: statement.optionalText(13),
      region: statement.optionalText(14), countryCode: statement.optionalText(15))
    priority = statement.int(16)
    arriveAfterSeconds = statement.optionalDouble(17)
    edited = PlaceFields(rawValue: statement.int(18))
  }

  /// Binds all columns from the first parameter on.
  func bind(to statement: Statement) throws(SQLiteError) {
    try statement.bind(1, id)
    try statement.bind(2, source)
    try statement.bind(3, sourceID)
    try statement.bind(4, name)
    try statement.bind(5, Int(category))
    try statement.bind(6, position.latitude)
    try statement.bind(7, position.longitude)
    try statement.bind(8, radiusMillimeters)
    try statement.bind(9, hasShape ? 1 : 0)
    try statement.bind(10, namesText)
    try statement.bind(11, address.street)
    try statement.bind(12, address.houseNumber)
    try statement.bind(13, address.postcode)
    try statement.bind(14, address.locality)
    try statement.bind(15, address.region)
    try statement.bind(16, address.countryCode)
    try statement.bind(17, priority)
    try statement.bind(18, arriveAfterSeconds)
    try statement.bind(19, edited.rawValue)
  }

  /// The other names as a JSON object, its members in order so that equal names are equal text.
  private var namesText: String? {
    guard !names.isEmpty else { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      for (kind, name) in names.sorted(by: { $0.key < $1.key }) { writer.member(kind, name) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func names(_ statement: Statement, column: Int32) -> [String: String] {
    guard !statement.isNull(column) else { return [:] }
    var names: [String: String] = [:]
    let object = try? JSONValue(parsing: statement.text(column).utf8)
    for member in object?.members ?? [] {
      if let name = member.value.string { names[member.name] = name }
    }
    return names
  }
}

extension PlaceRow {
  /// The name shown: of the first language in `languages` that the place has a name in, else its
  /// own.
  func shownName(languages: [String]) -> String {
    for language in languages {
      if let name = names[language], !name.isEmpty { return name }
    }
    return name
  }

  /// The place as it is shown. Where another name than its own is shown, its own is among the other
  /// names as `name`, so that nothing is lost on the way to an export and back.
  func place(source: String, attribution: String?, languages: [String]) -> Place {
    let shown = shownName(languages: languages)
    var names = names
    if shown != name { names["name"] = name }
    return Place(
      id: id, source: source, sourceID: sourceID, name: shown,
      category: Category(code: category)?.word, position: position.coordinate,
      radiusMeters: radiusMeters, label: Label.text(name: shown, address: address),
      address: address, names: names, isPolygon: hasShape, priority: priority,
      arriveAfterSeconds: arriveAfterSeconds, attribution: attribution)
  }
}
