import Geography
import JSON
import PlaceStore
import Places

/// Turns a GeoJSON feature into a place.
struct FeatureParser {
  /// Whom the data seems to be from, by the shape of its properties.
  private(set) var attribution: String?

  /// What the bytes of a feature hold.
  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) -> ImportedItem {
    var geometry = GeometryReader()
    var properties = FeatureProperties()
    var id: String?
    var reader = JSONReader(bytes)
    do {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "geometry": try geometry.read(&reader)
        case "properties": try properties.read(&reader)
        case "id": id = try Self.id(&reader)
        default: try reader.skipValue()
        }
      }
      try reader.expectEnd()
    } catch {
      return .bad(
        BadRow(
          line: line, reason: "syntax", message: "no GeoJSON feature: \(error)",
          hint: "The line or feature is damaged."))
    }
    return item(geometry, properties, id: id, line: line)
  }

  private static func id(_ reader: inout JSONReader) throws(JSONError) -> String? {
    switch try reader.peek() {
    case .string:
      let text = try reader.readString()
      return ImportedText.clean(text).map(FeatureProperties.shortOSMID)
    case .number:
      let number = try reader.readNumber()
      return FeatureProperties.text(of: number)
    default:
      try reader.skipValue()
      return nil
    }
  }

  private mutating func item(
    _ geometry: GeometryReader, _ properties: FeatureProperties, id: String?, line: Int
  ) -> ImportedItem {
    guard let name = properties.name else { return .skipped(.noName) }
    if let reason = properties.skip { return .skipped(reason) }
    if let problem = geometry.problem { return .bad(Self.badRow(problem, line: line)) }
    guard let extent = geometry.extent else { return .skipped(.noPosition) }
    if properties.isTakeout, extent.position.latitude == 0, extent.position.longitude == 0 {
      return .skipped(.noPosition)
    }
    var place = ImportedPlace(position: extent.position)
    place.setExtent(extent)
    place.name = name
    place.names = properties.names
    place.address = properties.address
    place.category = properties.categoryCode
    place.priority = min(max(-1000, properties.priority), 1000)
    place.arriveAfterSeconds = properties.arriveAfterSeconds.flatMap {
      (0...86_400).contains($0) ? $0 : nil
    }
    if let radius = properties.radiusMeters, extent.polygon == nil { place.radiusMeters = radius }
    // What both have came from an export of ours.
    if let source = properties.source, let sourceID = properties.sourceID {
      place.source = source
      place.sourceID = sourceID
      // Its own name, where another was shown.
      if let own = place.names.removeValue(forKey: "name") { place.name = own }
    } else {
      place.sourceID = id ?? properties.sourceID
    }
    place.attribution = properties.attribution
    place.rank = (extent.polygon != nil ? 4 : 0) + (properties.isStation ? 2 : 0)
    attribution = attribution ?? Self.attribution(of: properties)
    place.isBusStop = properties.isBusStop
    return .place(place, line: line)
  }

  /// What the Open Database License asks to be shown.
  static let openStreetMap = "© OpenStreetMap contributors"

  private static func attribution(of properties: FeatureProperties) -> String? {
    if properties.isOpenStreetMap { return openStreetMap }
    if properties.isOverture { return "© Overture Maps Foundation, overturemaps.org" }
    return nil
  }

  static func badRow(_ problem: GeometryLines.Problem, line: Int) -> BadRow {
    switch problem {
    case .notANumber:
      BadRow(
        line: line, reason: "not_a_number", message: "a coordinate that is no number",
        hint: "Coordinates are numbers without quotes, longitude first.")
    case .outOfRange(let isSwapped):
      BadRow(
        line: line, reason: "out_of_range", message: "a position that is none on Earth",
        hint: isSwapped
          ? "Latitude and longitude seem to be swapped: GeoJSON has the longitude first." : nil)
    case .tooLarge:
      BadRow(line: line, reason: "too_large", message: "a geometry with too many positions")
    }
  }
}
