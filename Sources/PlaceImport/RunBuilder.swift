import Geography
import PlaceStore
import Places

/// Turns what a reader finds into a run file: records sorted along the curve, and the same sorted by
/// their source ids.
final class RunBuilder {
  private let options: ImportOptions
  private let file: RunFile
  private let records: SortedRuns
  private let origins: SortedRuns
  private let doubles: DoublesFinder?
  /// What the places' towns are.
  private(set) var filler = LocalityFiller()
  /// The names of the sources; the first is that of the file.
  private(set) var sources: [String]
  private var sourceNumbers: [String: Int]
  private(set) var counts = ImportCounts()
  private(set) var badRows: [BadRow] = []
  /// Records written.
  private(set) var count = 0
  /// Whom the data is from.
  var attribution: String?

  /// Whether doubles are dropped and bus stops are: in OpenStreetMap files.
  private let isOpenStreetMap: Bool

  init(_ options: ImportOptions, source: String, isOpenStreetMap: Bool, in file: RunFile) {
    self.options = options
    self.file = file
    self.isOpenStreetMap = isOpenStreetMap
    records = SortedRuns(in: file)
    origins = SortedRuns(in: file, bufferSize: 4 << 20)
    doubles = isOpenStreetMap ? DoublesFinder(in: file) : nil
    sources = [source]
    sourceNumbers = [source: 0]
  }

  /// Takes what a reader found.
  func add(_ item: ImportedItem) throws(FileError) {
    switch item {
    case .skipped(let reason): skip(reason)
    case .bad(let row): note(row)
    case .place(let place, let line): try add(place, line: line)
    }
  }

  private func skip(_ reason: SkipReason) {
    counts.skipped[reason.rawValue, default: 0] += 1
  }

  private func note(_ row: BadRow) {
    counts.bad[row.reason, default: 0] += 1
    if badRows.count < ImportResult.listedBadRows { badRows.append(row) }
  }

  private func add(_ place: ImportedPlace, line: Int) throws(FileError) {
    if isOpenStreetMap, place.isBusStop, !options.busStops { return skip(.busStop) }
    if let area = options.within,
      place.position.distance(to: area.center) > area.radiusMeters
    {
      return skip(.outside)
    }
    guard var record = record(of: place, line: line) else { return }
    record.ordinal = count
    record.source = sourceNumber(of: place)
    attribution = attribution ?? place.attribution
    filler.note(record.row, polygon: place.polygon)
    try doubles?.note(record.row, rank: place.rank, ordinal: count)
    try write(record)
    count += 1
  }

  /// The record of a place; nil, and counted, where the table does not take it.
  private func record(of place: ImportedPlace, line: Int) -> RunRecord? {
    var record = RunRecord()
    record.row.name = place.name
    record.row.category = place.category
    record.row.names = place.names
    record.row.address = place.address
    record.row.priority = place.priority
    record.row.arriveAfterSeconds = place.arriveAfterSeconds
    do {
      try PlaceValidation.setExtent(
        of: &record.row, position: place.position, radiusMeters: place.radiusMeters,
        polygon: place.polygon)
    } catch {
      // Of a region only the middle is of use, for labels and search.
      guard record.row.isLocality else {
        skip(.tooLarge)
        return nil
      }
      record.row.position = FixedPoint(place.position)
      record.row.radiusMillimeters = 0
      record.row.hasShape = false
    }
    if record.row.hasShape, let polygon = place.polygon {
      record.shape = ShapeCoding.encode(polygon, around: record.row.position)
    }
    record.row.sourceID = place.sourceID ?? Self.madeID(record.row)
    return record
  }

  /// The folded name and the position to 1e-5°: importing the same row again changes nothing.
  private static func madeID(_ row: PlaceRow) -> String {
    let name = NameFolding.folded(row.name)
    func degrees(_ units: Int) -> String {
      let rounded = Int((Double(units) / 100).rounded())
      let digits = String(abs(rounded))
      let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
      return (rounded < 0 ? "-" : "") + padded.dropLast(5) + "." + padded.suffix(5)
    }
    return (name.isEmpty ? row.name : name)
      + "@\(degrees(row.position.latitude)),\(degrees(row.position.longitude))"
  }

  private func sourceNumber(of place: ImportedPlace) -> Int {
    guard options.sourceName == nil, let source = place.source else { return 0 }
    if let known = sourceNumbers[source] { return known }
    sources.append(source)
    sourceNumbers[source] = sources.count - 1
    return sources.count - 1
  }

  private func write(_ record: RunRecord) throws(FileError) {
    let (entry, gridClass) = GridEntry.of(record.row)
    let key = GridKey(class: gridClass, code: entry.code)
    try records.add(key: UInt64(bitPattern: key.value), record.encoded())
    var origin = RecordWriter()
    origin.integer(record.ordinal)
    origin.integer(record.source)
    origin.text(record.row.sourceID)
    // SQLite orders hashes as signed numbers.
    let hash = UInt64(bitPattern: OriginHash.of(record.row.sourceID)) ^ (1 << 63)
    try origins.add(key: hash, origin.output)
  }

  /// Ends the runs, finds doubles, and lays out the table of matches.
  func finish() throws(FileError) -> RunLayout {
    let records = try records.finish()
    let origins = try origins.finish()
    let offset = try file.reserve(max(4, count * 4))
    let layout = RunLayout(records: records, origins: origins, matches: offset, count: count)
    let matches = try MatchTable(file, offset: offset, count: count)
    var dropped = 0
    try doubles?.finish { ordinal in
      matches[ordinal] = MatchTable.dropped
      dropped += 1
    }
    if dropped > 0 { counts.skipped[SkipReason.double.rawValue, default: 0] += dropped }
    return layout
  }
}

/// Where things are in a run file.
struct RunLayout: Hashable {
  var records: [SortedRuns.Run]
  var origins: [SortedRuns.Run]
  var matches: Int
  var count: Int
}
