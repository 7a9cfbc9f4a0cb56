import Geography
import JSON
import PlaceStore
import Places

/// Reads the waypoints of a GPX file (1.0 and 1.1). Tracks and routes are passed over.
///
/// Our own export has the whole place as GeoJSON properties among a waypoint's extensions.
struct GPXReader: PlaceReader {
  private let input: InputBuffer
  private var scanner: XMLScanner
  private var features = FeatureParser()
  private var isInside = false

  init(_ input: InputBuffer) throws(ImportError) {
    self.input = input
    try input.skipByteOrderMark()
    scanner = XMLScanner(input)
  }

  var bytesRead: Int { input.consumed }

  private struct Waypoint {
    var line: Int
    var attributes: [String: String]
    var texts: [String: String] = [:]
  }

  var attribution: String? { nil }

  mutating func next() throws(ImportError) -> ImportedItem? {
    while let token = try scanner.next() {
      switch token {
      case .open("gpx", _, _): isInside = true
      case .open("wpt", let attributes, let isEmpty):
        var waypoint = Waypoint(line: input.lines + 1, attributes: attributes)
        if !isEmpty { try read(&waypoint) }
        return item(waypoint)
      case .open(let name, _, _) where !isInside:
        throw ImportError(
          .malformed, "the file is XML, but no GPX: it begins with <\(name.prefix(40))>")
      default: continue
      }
    }
    guard isInside else { throw ImportError(.unknownFormat, "the file is empty or no GPX") }
    guard scanner.depth == 0 else {
      throw ImportError(
        .truncated, "line \(input.lines + 1): the file ends before </gpx>",
        hint: "It was not copied or downloaded to its end.")
    }
    return nil
  }

  /// Reads to the waypoint's end; the text of each element inside, of extensions the innermost.
  private mutating func read(_ waypoint: inout Waypoint) throws(ImportError) {
    var path: [String] = []
    while let token = try scanner.next() {
      switch token {
      case .open(let name, _, let isEmpty): if !isEmpty { path.append(name) }
      case .close("wpt") where path.isEmpty: return
      case .close: if !path.isEmpty { path.removeLast() }
      case .text(let text):
        if let name = path.last { waypoint.texts[name, default: ""] += text }
      }
    }
  }

  private mutating func item(_ waypoint: Waypoint) -> ImportedItem {
    if let json = waypoint.texts["geojson"] {
      return json.utf8.withContiguousStorageIfAvailable { features.parse($0, line: waypoint.line) }
        ?? features.parse(Array(json.utf8), line: waypoint.line)
    }
    guard let south = waypoint.attributes["lat"], let east = waypoint.attributes["lon"] else {
      return .skipped(.noPosition)
    }
    guard let name = waypoint.texts["name"].flatMap(ImportedText.clean) else {
      return .skipped(.noName)
    }
    guard let latitude = CSVNumber.number(south), let longitude = CSVNumber.number(east) else {
      return .bad(
        BadRow(
          line: waypoint.line, reason: "not_a_number", message: "a coordinate that is no number"))
    }
    guard let position = Coordinate(latitude: latitude, longitude: longitude) else {
      return .bad(
        BadRow(
          line: waypoint.line, reason: "out_of_range", message: "a position that is none on Earth"
        ))
    }
    var place = ImportedPlace(position: position)
    place.name = name
    for kind in ["type", "sym"] where place.category == 0 {
      let word = waypoint.texts[kind].flatMap(ImportedText.clean) ?? ""
      place.category = (Category(word: word) ?? Category(foreign: word))?.code ?? 0
    }
    // Garmin's extension of a proximity alarm.
    if let radius = waypoint.texts["Proximity"].flatMap(CSVNumber.number), radius > 0 {
      place.radiusMeters = radius
    }
    return .place(place, line: waypoint.line)
  }
}

extension FeatureParser {
  /// The same, of bytes in an array.
  mutating func parse(_ bytes: [UInt8], line: Int) -> ImportedItem {
    bytes.withUnsafeBufferPointer { parse($0, line: line) }
  }
}
