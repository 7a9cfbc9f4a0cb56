import Geography

/// Reads a geometry in well-known text (OGC 06-103r4): points, lines and polygons, also several, the
/// longitude first, further dimensions ignored.
struct WKTReader {
  private static let types = [
    "MULTIPOLYGON": "MultiPolygon", "POLYGON": "Polygon", "MULTILINESTRING": "MultiLineString",
    "LINESTRING": "LineString", "MULTIPOINT": "MultiPoint", "POINT": "Point",
  ]

  private var rest: Substring.UTF8View
  private var lines = GeometryLines()

  init(_ text: String) { rest = text[...].utf8 }

  /// What is wrong, if anything is.
  var problem: GeometryLines.Problem? { lines.problem }
  /// Where the place is; nil for a geometry without positions.
  var extent: ImportedExtent? { lines.extent }

  /// Reads the geometry; false for what is no WKT.
  mutating func read() -> Bool {
    skipBlanks()
    let word = take { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
    // An SRID in front, as PostGIS writes it.
    if word.uppercased() == "SRID" {
      _ = take { $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst()
      return read()
    }
    guard let type = Self.types[word.uppercased()] else { return false }
    lines.type = type
    _ = take { $0 != UInt8(ascii: "(") }
    var line: [Coordinate] = []
    guard readGroup(depth: 0, into: &line) else { return false }
    lines.append(line)
    skipBlanks()
    return rest.isEmpty
  }

  /// A parenthesis: positions, or more parentheses.
  private mutating func readGroup(depth: Int, into line: inout [Coordinate]) -> Bool {
    guard depth < 4, rest.popFirst() == UInt8(ascii: "(") else { return false }
    while true {
      skipBlanks()
      if rest.first == UInt8(ascii: "(") {
        var inner: [Coordinate] = []
        guard readGroup(depth: depth + 1, into: &inner) else { return false }
        lines.append(inner)
      } else {
        guard let longitude = number(), let latitude = number() else { return false }
        while number() != nil {}
        if let position = lines.position(longitude: longitude, latitude: latitude) {
          line.append(position)
        }
      }
      skipBlanks()
      switch rest.popFirst() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: ")"): return true
      default: return false
      }
    }
  }

  private mutating func number() -> Double? {
    skipBlanks()
    let text = take { byte in
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
    }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func skipBlanks() {
    while let byte = rest.first, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      rest = rest.dropFirst()
    }
  }

  private mutating func take(while fits: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: fits)
    rest = rest.dropFirst(taken.count)
    return String(Substring(taken))
  }
}
