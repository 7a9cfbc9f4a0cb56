import Geography
import JSON

/// Reads a GeoJSON geometry (RFC 7946). What is wrong with a well-formed one is kept in `problem`, and
/// the reader stands behind it.
struct GeometryReader {
  private var lines = GeometryLines()

  /// What is wrong, if anything is.
  var problem: GeometryLines.Problem? { lines.problem }
  /// Where the place is; nil for a geometry without positions.
  var extent: ImportedExtent? { lines.extent }

  /// Consumes a geometry, or `null`.
  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.peek() == .object else {
      try reader.readNull()
      return
    }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "type": lines.type = try reader.readString()
      case "coordinates":
        guard try reader.peek() == .array else {
          try reader.skipValue()
          continue
        }
        var position: [Coordinate] = []
        try readArray(&reader, into: &position)
        lines.append(position)
      case "geometries":
        lines.isCollection = true
        try reader.beginArray()
        while try reader.nextElement() { try read(&reader) }
      default: try reader.skipValue()
      }
    }
  }

  /// A position is added to `line`; of an array of positions a line is made; others are walked.
  private mutating func readArray(
    _ reader: inout JSONReader, into line: inout [Coordinate]
  ) throws(JSONError) {
    try reader.beginArray()
    var numbers: (first: Double, second: Double) = (0, 0)
    var count = 0
    var inner: [Coordinate] = []
    while try reader.nextElement() {
      switch try reader.peek() {
      case .array: try readArray(&reader, into: &inner)
      case .number:
        let number = try reader.readNumber()
        if count == 0 { numbers.first = number } else if count == 1 { numbers.second = number }
        count += 1
      default:
        lines.note(.notANumber)
        try reader.skipValue()
      }
    }
    lines.append(inner)
    if count >= 2, let position = lines.position(longitude: numbers.first, latitude: numbers.second)
    {
      line.append(position)
    }
  }
}
