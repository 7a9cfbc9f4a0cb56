import Geography
import Places

/// What a place must be to be stored.
package enum PlaceValidation {
  /// Largest extent. The grid's classes end a little above; a larger one is a region, not a place.
  package static let maximumRadiusMeters = 60_000.0
  /// Longest name, address part or source id, in bytes.
  package static let longestText = 1000
  /// Most corners of an outline.
  package static let maximumCorners = 100_000

  /// The row's fields from a draft, its numbers still to be given.
  package static func row(from draft: PlaceDraft) throws(StoreError) -> PlaceRow {
    var row = PlaceRow()
    row.name = try text(draft.name, "name")
    guard !row.name.isEmpty else { throw StoreError(.invalid, "a place needs a name") }
    row.sourceID = try text(draft.sourceID ?? "", "source_id")
    row.category = try category(draft.category)
    try setExtent(
      of: &row, position: draft.position, radiusMeters: draft.radiusMeters, polygon: draft.polygon)
    row.names = try names(draft.names)
    row.address = Address(
      street: try optionalText(draft.address.street, "street"),
      houseNumber: try optionalText(draft.address.houseNumber, "housenumber"),
      postcode: try optionalText(draft.address.postcode, "postcode"),
      locality: try optionalText(draft.address.locality, "locality"),
      region: try optionalText(draft.address.region, "region"),
      countryCode: try country(draft.address.countryCode))
    row.priority = try priority(draft.priority)
    row.arriveAfterSeconds = try arriveAfter(draft.arriveAfterSeconds)
    return row
  }

  /// Sets position and radius; those of an outline are the middle of its box and the circle around
  /// that which holds it.
  package static func setExtent(
    of row: inout PlaceRow, position: Coordinate, radiusMeters: Double, polygon: Polygon?
  ) throws(StoreError) {
    var radius = radiusMeters
    row.position = FixedPoint(position)
    row.hasShape = polygon != nil
    if let polygon {
      guard polygon.rings.reduce(0, { $0 + $1.count }) <= maximumCorners else {
        throw StoreError(.invalid, "an outline may have \(maximumCorners) corners at most")
      }
      row.position = FixedPoint(polygon.center)
      radius = polygon.radiusMeters(around: row.position.coordinate)
    }
    guard radius >= 0, radius <= maximumRadiusMeters else {
      throw StoreError(
        .invalid,
        "a radius must be between 0 and \(Int(maximumRadiusMeters)) m; larger ones are regions, "
          + "not places", hint: "Use the radius of the part that is meant.")
    }
    row.radiusMillimeters = Int((radius * 1000).rounded(polygon == nil ? .toNearestOrEven : .up))
  }

  package static func text(_ text: String, _ field: String) throws(StoreError) -> String {
    let trimmed = trimmed(text)
    guard trimmed.utf8.count <= longestText else {
      throw StoreError(.invalid, "\(field) may have \(longestText) bytes at most")
    }
    guard !trimmed.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw StoreError(.invalid, "\(field) may not hold control characters")
    }
    return trimmed
  }

  static func optionalText(_ text: String?, _ field: String) throws(StoreError) -> String? {
    guard let text, case let trimmed = try self.text(text, field), !trimmed.isEmpty else {
      return nil
    }
    return trimmed
  }

  static func names(_ names: [String: String]) throws(StoreError) -> [String: String] {
    var kept: [String: String] = [:]
    for (kind, name) in names {
      let kind = try text(kind, "a kind of name")
      if let name = try optionalText(name, "names"), !kind.isEmpty { kept[kind] = name }
    }
    return kept
  }

  static func category(_ word: String?) throws(StoreError) -> UInt16 {
    guard let word, !word.isEmpty else { return 0 }
    if let category = Category(word: word) { return category.code }
    let near = Category.suggestions(for: word)
    throw StoreError(
      .invalid, "'\(word)' is no category",
      hint: near.isEmpty ? nil : "Did you mean \(near.joined(separator: ", "))?")
  }

  static func country(_ code: String?) throws(StoreError) -> String? {
    guard let code = try optionalText(code, "country_code") else { return nil }
    guard let known = Country.code(of: code) else {
      throw StoreError(
        .invalid, "'\(code)' is no country", hint: "Use its ISO 3166-1 code, such as FI.")
    }
    return known
  }

  static func priority(_ value: Int) throws(StoreError) -> Int {
    guard (-1000...1000).contains(value) else {
      throw StoreError(.invalid, "a priority must be between -1000 and 1000")
    }
    return value
  }

  static func arriveAfter(_ seconds: Double?) throws(StoreError) -> Double? {
    guard let seconds else { return nil }
    guard (0...86_400).contains(seconds) else {
      throw StoreError(.invalid, "arrive_after_s must be between 0 and 86400")
    }
    return seconds
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank = { (character: Character) in character.isWhitespace || character.isNewline }
    guard let start = text.firstIndex(where: { !isBlank($0) }),
      let end = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[start...end])
  }
}
