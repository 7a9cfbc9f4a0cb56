/// Reads GeoJSON and GeoJSONSeq.
struct GeoJSONReader: PlaceReader {
  private let input: InputBuffer
  private var stream: FeatureStream
  private var parser = FeatureParser()

  init(_ input: InputBuffer) {
    self.input = input
    stream = FeatureStream(input)
  }

  var bytesRead: Int { input.consumed }
  /// Whom the data seems to be from.
  var attribution: String? { parser.attribution }

  mutating func next() throws(ImportError) -> ImportedItem? {
    var parser = parser
    let item = try stream.next { bytes, line in parser.parse(bytes, line: line) }
    self.parser = parser
    return item
  }
}
