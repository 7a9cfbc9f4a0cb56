import JSON
import PlaceStore

/// What an import is about to do, kept in the database from the moment its file is read until it is
/// done: after a kill the same command goes on from here.
struct ImportPlan: Hashable {
  /// Ties the plan to its run file, which begins with the same bytes.
  var token: String
  /// What was asked: the file, as it was, and the options.
  var inputKey: String
  var format: ImportFormat
  /// The names of the sources; the first is that of the file.
  var sources: [String]
  var attribution: String?
  var layout: RunLayout
  var prune: Bool
  /// The numbers that new places get.
  var firstID: Int
  var newCount: Int
  /// Skipped and bad rows are counted before the plan is made; the rest as it is done.
  var counts: ImportCounts
  var badRows: [BadRow]

  static let key = "import.plan"

  var encoded: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 4096)
    writer.object { writer in
      writer.member("token", token)
      writer.member("input", inputKey)
      writer.member("format", format.rawValue)
      writer.array("sources", sources) { $0.value($1) }
      writer.member("attribution", attribution)
      for (name, runs) in [("records", layout.records), ("origins", layout.origins)] {
        writer.array(name, runs) { writer, run in
          writer.beginArray()
          writer.value(run.offset)
          writer.value(run.length)
          writer.endArray()
        }
      }
      writer.member("matches", layout.matches)
      writer.member("count", layout.count)
      writer.member("prune", prune)
      writer.member("first", firstID)
      writer.member("new", newCount)
      for (name, reasons) in [("skipped", counts.skipped), ("bad", counts.bad)] {
        writer.object(name) { writer in
          for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
            writer.member(reason, count)
          }
        }
      }
      writer.array("rows", badRows) { writer, row in
        writer.object { writer in
          writer.member("line", row.line)
          writer.member("reason", row.reason)
          writer.member("message", row.message)
          writer.member("hint", row.hint)
        }
      }
    }
    return writer.bytes
  }

  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(parsing: bytes), let token = value["token"]?.string,
      let inputKey = value["input"]?.string,
      let format = value["format"]?.string.flatMap(ImportFormat.init(rawValue:)),
      let sources = value["sources"]?.array?.compactMap(\.string), !sources.isEmpty,
      let records = Self.runs(value["records"]), let origins = Self.runs(value["origins"]),
      let matches = value["matches"]?.int, let count = value["count"]?.int,
      let prune = value["prune"]?.bool, let firstID = value["first"]?.int,
      let newCount = value["new"]?.int
    else { return nil }
    self.token = token
    self.inputKey = inputKey
    self.format = format
    self.sources = sources
    attribution = value["attribution"]?.string
    layout = RunLayout(records: records, origins: origins, matches: matches, count: count)
    self.prune = prune
    self.firstID = firstID
    self.newCount = newCount
    counts = ImportCounts()
    counts.skipped = Self.reasons(value["skipped"])
    counts.bad = Self.reasons(value["bad"])
    badRows = (value["rows"]?.array ?? []).map { row in
      BadRow(
        line: row["line"]?.int ?? 0, reason: row["reason"]?.string ?? "",
        message: row["message"]?.string ?? "", hint: row["hint"]?.string)
    }
  }

  init(
    token: String, inputKey: String, format: ImportFormat, sources: [String],
    attribution: String?, layout: RunLayout, prune: Bool, counts: ImportCounts, badRows: [BadRow]
  ) {
    self.token = token
    self.inputKey = inputKey
    self.format = format
    self.sources = sources
    self.attribution = attribution
    self.layout = layout
    self.prune = prune
    firstID = 0
    newCount = 0
    self.counts = counts
    self.badRows = badRows
  }

  private static func runs(_ value: JSONValue?) -> [SortedRuns.Run]? {
    value?.array?.compactMap { run in
      guard let offset = run.array?.first?.int, let length = run.array?.last?.int else {
        return nil
      }
      return SortedRuns.Run(offset: offset, length: length)
    }
  }

  private static func reasons(_ value: JSONValue?) -> [String: Int] {
    Dictionary(
      (value?.members ?? []).compactMap { member in
        member.value.int.map { (member.name, $0) }
      }, uniquingKeysWith: { $1 })
  }
}

/// How far an import is: written with each of its steps.
struct ImportMark: Hashable {
  /// What is being done; the numbers are stored.
  enum Phase: Int, Hashable, Comparable {
    /// Rows, grid and search index.
    case rows
    /// The index of source ids.
    case origins
    /// Places that the file lacks go.
    case pruning
    /// The search index is tidied.
    case tidying

    static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
  }

  var phase = Phase.rows
  /// Records of this phase that are done.
  var done = 0
  /// New places so far.
  var newPlaces = 0
  var added = 0
  var updated = 0
  var unchanged = 0
  var removed = 0

  static let key = "import.mark"

  init() {}

  var encoded: [UInt8] {
    var writer = RecordWriter()
    for value in [phase.rawValue, done, newPlaces, added, updated, unchanged, removed] {
      writer.integer(value)
    }
    return writer.output
  }

  init?(_ bytes: [UInt8]) {
    let values: [Int]? = bytes.withUnsafeBytes { buffer in
      var reader = RecordReader(buffer)
      let values = (0..<7).map { _ in reader.integer() }
      return reader.isWhole ? values : nil
    }
    guard let values, let phase = Phase(rawValue: values[0]) else { return nil }
    self.phase = phase
    done = values[1]
    newPlaces = values[2]
    added = values[3]
    updated = values[4]
    unchanged = values[5]
    removed = values[6]
  }
}
