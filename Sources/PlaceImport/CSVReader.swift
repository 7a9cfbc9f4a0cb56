import Geography
import JSON
import PlaceStore
import Places

/// Reads places from CSV and TSV with a header, and from GeoNames dumps.
struct CSVReader: PlaceReader {
  private let input: InputBuffer
  private var records: CSVRecords
  private var columns: CSVColumns
  private var first: CSVRecords.Row?
  private let isGeoNames: Bool

  /// Reads the header and finds out what the columns mean.
  init(_ input: InputBuffer) throws(ImportError) {
    self.input = input
    try input.skipByteOrderMark()
    while input.bytes.count < 1 << 16, try input.fill() {}
    guard !input.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else {
      throw ImportError(.unknownFormat, "the file is empty")
    }
    guard !input.bytes.prefix(4096).contains(0) else {
      throw ImportError(
        .unknownFormat, "the file is no text, or UTF-16", hint: "Save it as CSV in UTF-8.")
    }
    let delimiter = Self.delimiter(of: input.bytes)
    isGeoNames = delimiter == 0x09 && Self.looksLikeGeoNames(input.bytes)
    records = CSVRecords(input, delimiter: delimiter, isPlain: isGeoNames)
    if isGeoNames {
      columns = .geoNames
      return
    }
    guard let header = try records.next() else {
      throw ImportError(.unknownFormat, "the file is empty")
    }
    columns = CSVColumns(header: header.fields)
    guard columns.havePosition else {
      throw ImportError(
        .malformed, "line 1: no columns for a position",
        hint: "The first line must name the columns, among them 'name', 'lat' and 'lon'.")
    }
    guard columns.haveName else {
      throw ImportError(
        .malformed, "line 1: no column for a name",
        hint: "The first line must name the columns, among them 'name', 'lat' and 'lon'.")
    }
  }

  var bytesRead: Int { input.consumed }

  /// GeoNames asks for its name to be given.
  var attribution: String? { isGeoNames ? "GeoNames (geonames.org), CC BY 4.0" : nil }

  /// The delimiter that is most frequent in the first line, outside of quotes.
  private static func delimiter(of bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == 0x0A, !isQuoted { break }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let candidates: [UInt8] = [0x09, UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|")]
    return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] }
      .flatMap { counts[$0, default: 0] > 0 ? $0 : nil } ?? UInt8(ascii: ",")
  }

  private static func looksLikeGeoNames(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let line = bytes.prefix { $0 != 0x0A }
    let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard fields.count == 19 else { return false }
    return [0, 4, 5].allSatisfy {
      CSVNumber.number(String(decoding: fields[$0], as: UTF8.self)) != nil
    }
  }

  mutating func next() throws(ImportError) -> ImportedItem? {
    guard let row = try records.next() else { return nil }
    if let problem = try columnProblem(row) { return .bad(problem) }
    guard let name = columns.text(.name, row.fields) else { return .skipped(.noName) }
    if columns.text(.closed, row.fields) != nil { return .skipped(.closed) }
    switch position(row) {
    case .missing: return .skipped(.noPosition)
    case .bad(let problem): return .bad(problem)
    case .at(let extent):
      var place = ImportedPlace(position: extent.position)
      place.setExtent(extent)
      place.name = name
      fill(&place, row.fields)
      return .place(place, line: row.line)
    }
  }

  private func columnProblem(_ row: CSVRecords.Row) throws(ImportError) -> BadRow? {
    let extra = row.fields.dropFirst(columns.count)
    if row.fields.count < columns.count, !row.isTerminated {
      throw ImportError(
        .truncated, "line \(row.line): the file ends in the middle of a row",
        hint: "It was not copied to its end.")
    }
    guard extra.contains(where: { !$0.isEmpty }) else { return nil }
    let isComma = records.delimiter == UInt8(ascii: ",")
    return BadRow(
      line: row.line, reason: "columns",
      message: "\(row.fields.count) columns where the first line has \(columns.count)",
      hint: isComma
        ? "Numbers with a decimal comma must be quoted, or the columns parted by ';'."
        : "Text that holds the delimiter must be quoted.")
  }

  private enum Found {
    case missing
    case bad(BadRow)
    case at(ImportedExtent)
  }

  private func position(_ row: CSVRecords.Row) -> Found {
    if let text = columns.text(.wkt, row.fields) {
      var geometry = WKTReader(text)
      let isRead = geometry.read()
      if let problem = geometry.problem {
        return .bad(FeatureParser.badRow(problem, line: row.line))
      }
      if isRead, let extent = geometry.extent { return .at(extent) }
      return .bad(
        BadRow(line: row.line, reason: "geometry", message: "a geometry that is no WKT"))
    }
    var latitude: Double?
    var longitude: Double?
    var isGiven = false
    if let south = columns.text(.latitudeE7, row.fields),
      let east = columns.text(.longitudeE7, row.fields)
    {
      isGiven = true
      latitude = CSVNumber.number(south).map { $0 / 1e7 }
      longitude = CSVNumber.number(east).map { $0 / 1e7 }
    } else if let south = columns.text(.latitude, row.fields),
      let east = columns.text(.longitude, row.fields)
    {
      isGiven = true
      latitude = CSVNumber.degrees(south)
      longitude = CSVNumber.degrees(east)
      // Whole numbers of 1e-7 degrees, as Google's exports have them.
      if let south = latitude, let east = longitude, abs(south) > 1e6 || abs(east) > 1e6 {
        latitude = south / 1e7
        longitude = east / 1e7
      }
    } else if let text = columns.text(.pair, row.fields) {
      isGiven = true
      if let pair = CSVNumber.pair(text) { (latitude, longitude) = pair }
    }
    guard isGiven else { return .missing }
    guard let latitude, let longitude else {
      return .bad(
        BadRow(
          line: row.line, reason: "not_a_number", message: "a coordinate that is no number",
          hint: "Coordinates are decimal degrees, such as 60.1699."))
    }
    guard let position = Coordinate(latitude: latitude, longitude: longitude) else {
      let isSwapped = Coordinate(latitude: longitude, longitude: latitude) != nil
      return .bad(
        BadRow(
          line: row.line, reason: "out_of_range", message: "a position that is none on Earth",
          hint: isSwapped ? "Latitude and longitude seem to be swapped." : nil))
    }
    return .at(ImportedExtent(position: position))
  }

  private func fill(_ place: inout ImportedPlace, _ row: [String]) {
    func text(_ field: CSVColumns.Field) -> String? { columns.text(field, row) }
    for kind in ["icao", "iata"] { if let code = text(.code(kind)) { place.names[kind] = code } }
    let codes = text(.code("icao")) ?? text(.code("iata"))
    place.sourceID = text(.id).map(FeatureProperties.shortOSMID) ?? codes
    if let word = text(.category) {
      place.category = (Category(word: word) ?? Category(foreign: word))?.code ?? 0
    } else if isGeoNames {
      place.category = GeoNames.category(class: row[6], code: row[7], population: row[14])
    } else if columns.columns[.code("icao")] != nil {
      place.category = Category(word: "airport")?.code ?? 0
    }
    if let radius = text(.radius).flatMap(CSVNumber.degrees), radius > 0, place.polygon == nil {
      place.radiusMeters = radius
    }
    for (language, column) in columns.languages where column < row.count {
      if let name = ImportedText.clean(row[column]) { place.names[language] = name }
    }
    if let name = text(.otherName("alt_name")) {
      let parts = isGeoNames ? name.split(separator: ",").prefix(GeoNames.mostNames) : [name[...]]
      for (index, part) in parts.enumerated() {
        place.names[index == 0 ? "alt_name" : "alt_name:\(index + 1)"] = String(part)
      }
    }
    if let json = text(.names), let object = try? JSONValue(parsing: json.utf8) {
      for member in object.members ?? [] {
        if let name = member.value.string.flatMap(ImportedText.clean) {
          place.names[member.name] = name
        }
      }
    }
    place.address = Address(
      street: text(.street), houseNumber: text(.houseNumber), postcode: text(.postcode),
      locality: text(.locality), region: text(.region),
      countryCode: text(.country).flatMap { Country.code(of: $0) })
    place.priority = text(.priority).flatMap { Int($0) }.map { min(max(-1000, $0), 1000) } ?? 0
    place.arriveAfterSeconds = text(.arriveAfter).flatMap(CSVNumber.number).flatMap {
      (0...86_400).contains($0) ? $0 : nil
    }
    place.attribution = text(.attribution) ?? attribution
    if columns.columns[.id] != nil, let source = text(.source), place.sourceID != nil {
      place.source = source
      if let own = place.names.removeValue(forKey: "name") { place.name = own }
    }
  }
}
