/// Tells a file's format by its name and its first bytes; the bytes are believed where both speak.
enum FormatDetector {
  /// The format of a file that begins with `bytes`; nil where nothing fits.
  static func format(name: String, bytes: UnsafeBufferPointer<UInt8>) -> ImportFormat? {
    byContent(bytes, name: name) ?? byName(name)
  }

  /// Whether osmium is to read it, by its name: it is told formats by names too.
  private static func byName(_ name: String) -> ImportFormat? {
    let lower = name.lowercased()
    func ends(_ endings: String...) -> Bool { endings.contains { lower.hasSuffix($0) } }
    if ends(".osm", ".pbf", ".osm.gz", ".osm.bz2", ".o5m", ".osh", ".opl") { return .osm }
    if ends(".csv", ".tsv", ".txt", ".tab") { return .csv }
    if ends(".yaml", ".yml", ".otrw", ".otrc") { return .owntracks }
    if ends(".gpx") { return .gpx }
    if ends(".geojson", ".json", ".geojsonl", ".geojsonseq", ".ndjson", ".geojsons") {
      return .geojson
    }
    return nil
  }

  private static func byContent(
    _ bytes: UnsafeBufferPointer<UInt8>, name: String
  ) -> ImportFormat? {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count, bytes[start] <= 0x20, bytes[start] != 0x1E { start += 1 }
    guard start < bytes.count else { return nil }
    let head = bytes[start..<min(bytes.count, start + 4096)]
    if contains(head.prefix(64), "OSMHeader") { return .osm }
    // Compressed: only osmium reads that, and goes by the name.
    if head.starts(with: [0x1F, 0x8B]) || head.starts(with: "BZh".utf8) {
      return byName(name) == .osm ? .osm : nil
    }
    switch head.first {
    case UInt8(ascii: "<"):
      if contains(head, "<osm") { return .osm }
      return contains(head, "<gpx") ? .gpx : nil
    case 0x1E: return .geojson
    case UInt8(ascii: "{"), UInt8(ascii: "["): return zoneOrGeoJSON(head)
    default: return looksLikeTable(head, name: name) ? .csv : nil
    }
  }

  private static func zoneOrGeoJSON(_ head: Slice<UnsafeBufferPointer<UInt8>>) -> ImportFormat {
    if contains(head, "\"_type\"") { return .owntracks }
    if contains(head, "\"entity_id\"") || contains(head, "core.zone") { return .owntracks }
    let isZone = contains(head, "\"latitude\"") && contains(head, "\"radius\"")
    return isZone && !contains(head, "\"geometry\"") && !contains(head, "\"Feature")
      ? .owntracks : .geojson
  }

  /// Text whose first line has a delimiter, of a name that does not say otherwise.
  private static func looksLikeTable(
    _ head: Slice<UnsafeBufferPointer<UInt8>>, name: String
  ) -> Bool {
    if let named = byName(name), named != .csv { return false }
    let line = head.prefix { $0 != 0x0A }
    guard !head.contains(0) else { return false }
    return line.contains(0x09) || line.contains(UInt8(ascii: ","))
      || line.contains(UInt8(ascii: ";"))
      || line.contains(UInt8(ascii: "|"))
  }

  private static func contains(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ text: String
  ) -> Bool {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    return bytes.indices.dropLast(wanted.count - 1).contains { start in
      bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
