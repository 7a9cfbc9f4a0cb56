import Geography
import JSON
import PlaceStore
import Places

/// Reads OwnTracks waypoints and Home Assistant zones, which carry a radius.
///
/// OwnTracks: an exported configuration, a `waypoints` message, a `waypoint`, or a list of them. Home
/// Assistant: its own `core.zone` file, the answer of `/api/states`, or the YAML list `zone:`.
struct ZoneReader: PlaceReader {
  /// Such files are short; a longer one is something else.
  private static let longestFile = 16 << 20

  private struct Zone {
    var line: Int
    var id: String?
    var name: String?
    var latitude: JSONValue?
    var longitude: JSONValue?
    var radius: JSONValue?
    var isPassive = false
  }

  private var zones: ArraySlice<Zone> = []
  private(set) var bytesRead = 0

  init(_ input: InputBuffer) throws(ImportError) {
    try input.skipByteOrderMark()
    while try input.fill() {
      guard input.bytes.count <= Self.longestFile else {
        throw ImportError(.malformed, "the file is too long to be a list of zones")
      }
    }
    let bytes = input.bytes
    guard let first = bytes.first(where: { $0 > 0x20 }) else {
      throw ImportError(.unknownFormat, "the file is empty")
    }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      do {
        zones = Self.zones(in: try JSONValue(parsing: bytes))[...]
      } catch  where error.code == .unexpectedEnd {
        throw ImportError(
          .truncated, "the file ends in the middle",
          hint: "It was not copied or downloaded to its end.")
      } catch {
        throw ImportError(.malformed, "the file is no JSON: \(error)")
      }
    } else {
      zones = Self.zones(inYAML: String(decoding: bytes, as: UTF8.self))[...]
    }
    guard !zones.isEmpty else {
      throw ImportError(
        .malformed, "the file has no waypoints and no zones",
        hint: "Expected are OwnTracks waypoints or Home Assistant zones.")
    }
    bytesRead = bytes.count
    input.consume(bytes.count)
  }

  private static func zones(in value: JSONValue) -> [Zone] {
    if let list = value.array { return list.flatMap { zones(in: $0) } }
    if let list = value["waypoints"]?.array {
      return list.enumerated().map { ownTracks($1, $0 + 1) }
    }
    if value["_type"]?.string == "waypoint" { return [ownTracks(value, 1)] }
    if let items = value["data"]?["items"]?.array ?? value["zone"]?.array {
      return items.enumerated().map { homeAssistant($1, $0 + 1) }
    }
    if let attributes = value["attributes"], let id = value["entity_id"]?.string,
      id.hasPrefix("zone.")
    {
      var zone = homeAssistant(attributes, 1)
      zone.id = id
      zone.name = attributes["friendly_name"]?.string ?? zone.name
      return [zone]
    }
    if value["latitude"] != nil, value["name"] != nil { return [homeAssistant(value, 1)] }
    return []
  }

  private static func ownTracks(_ value: JSONValue, _ number: Int) -> Zone {
    // Behind a dollar sign the description of a beacon has its address.
    let name = value["desc"]?.string.flatMap { $0.split(separator: "$").first.map(String.init) }
    let time = value["tst"]?.int.map { String($0) }
    return Zone(
      line: number, id: value["rid"]?.string ?? time, name: name, latitude: value["lat"],
      longitude: value["lon"], radius: value["rad"])
  }

  private static func homeAssistant(_ value: JSONValue, _ number: Int) -> Zone {
    Zone(
      line: number, id: value["id"]?.string, name: value["name"]?.string,
      latitude: value["latitude"], longitude: value["longitude"], radius: value["radius"],
      isPassive: value["passive"]?.bool ?? false)
  }

  /// The list below `zone:`, or all of a file that is such a list.
  private static func zones(inYAML text: String) -> [Zone] {
    var zones: [Zone] = []
    let hasSection = text.split(separator: "\n").contains { $0.hasPrefix("zone:") }
    var isInside = !hasSection
    for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var line = raw.drop { $0 == " " || $0 == "\t" }
      if line.isEmpty || line.first == "#" { continue }
      if hasSection, raw.first != " ", raw.first != "-" {
        isInside = raw.hasPrefix("zone:") || raw.hasPrefix("zone ")
        continue
      }
      guard isInside else { continue }
      if line.first == "-" {
        zones.append(Zone(line: index + 1))
        line = line.dropFirst().drop { $0 == " " }
      }
      guard let colon = line.firstIndex(of: ":"), let last = zones.indices.last else { continue }
      let value = scalar(line[line.index(after: colon)...])
      switch line[..<colon].filter({ $0 != " " }) {
      case "name": zones[last].name = value
      case "latitude": zones[last].latitude = number(value)
      case "longitude": zones[last].longitude = number(value)
      case "radius": zones[last].radius = number(value)
      case "passive": zones[last].isPassive = value == "true" || value == "yes"
      default: break
      }
    }
    return zones
  }

  private static func scalar(_ text: Substring) -> String {
    var text = text.drop { $0 == " " || $0 == "\r" }
    if let quote = text.first, quote == "\"" || quote == "'" {
      text = text.dropFirst()
      return String(text.prefix { $0 != quote })
    }
    if let comment = text.range(of: " #") { text = text[..<comment.lowerBound] }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  private static func number(_ text: String) -> JSONValue {
    CSVNumber.number(text).map { .number($0) } ?? .string(text)
  }

  var attribution: String? { nil }

  mutating func next() throws(ImportError) -> ImportedItem? {
    guard let zone = zones.popFirst() else { return nil }
    guard let name = zone.name.flatMap(ImportedText.clean) else { return .skipped(.noName) }
    guard !zone.isPassive else { return .skipped(.notAPlace) }
    guard let south = zone.latitude, let east = zone.longitude, south != .null, east != .null
    else { return .skipped(.noPosition) }
    guard let latitude = south.double, let longitude = east.double else {
      return .bad(
        BadRow(
          line: zone.line, reason: "not_a_number", message: "a coordinate that is no number",
          hint: "Coordinates are numbers without quotes."))
    }
    guard let position = Coordinate(latitude: latitude, longitude: longitude) else {
      return .bad(
        BadRow(
          line: zone.line, reason: "out_of_range", message: "a position that is none on Earth"))
    }
    var place = ImportedPlace(position: position)
    place.name = name
    place.sourceID = zone.id.flatMap(ImportedText.clean)
    if let radius = zone.radius?.double, radius > 0, radius.isFinite {
      place.radiusMeters = radius
    }
    return .place(place, line: zone.line)
  }
}

extension Substring {
  /// Where `text` first occurs.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<(index(start, offsetBy: text.count, limitedBy: endIndex) ?? endIndex)
      }
      formIndex(after: &start)
    }
    return nil
  }
}
