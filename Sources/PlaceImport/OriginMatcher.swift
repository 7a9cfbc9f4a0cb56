import PlaceStore
import Places
import SQLite

/// Finds for each record of a run the place of the table that has its source id.
///
/// Both are read in the order of the index of source ids, so that each of its pages is read once. Of
/// records with one id the last in the file counts.
struct OriginMatcher {
  private struct Record {
    var ordinal: Int
    var source: Int
    var sourceID: String
  }

  private let store: PlaceStore
  private let matches: MatchTable
  private let sourceNumbers: [Int?]
  private let hasRemoved: [Bool]
  /// Records that the table does not have yet.
  private(set) var newCount = 0
  private(set) var duplicates = 0
  /// Records of places that the user removed.
  private(set) var removed = 0

  init(_ store: PlaceStore, sources: [String], matches: MatchTable) throws(SQLiteError) {
    self.store = store
    self.matches = matches
    var numbers: [Int?] = []
    var hasRemoved: [Bool] = []
    for name in sources {
      let number = try store.sourceID(named: name)
      numbers.append(number)
      var count: Int64 = 0
      if let number {
        count =
          try store.database.integer(
            "SELECT EXISTS(SELECT 1 FROM removed WHERE source = \(number))") ?? 0
      }
      hasRemoved.append(count > 0)
    }
    sourceNumbers = numbers
    self.hasRemoved = hasRemoved
  }

  /// Fills the table of matches.
  mutating func run(_ runs: [SortedRuns.Run], in file: RunFile) throws {
    var merged = try MergedRuns(runs, in: file)
    var group: [Record] = []
    var groupKey: UInt64 = 0
    while true {
      var next: (key: UInt64, record: Record)?
      let isThere = try merged.next { key, payload in
        var reader = RecordReader(payload)
        let record = Record(
          ordinal: reader.integer(), source: reader.integer(), sourceID: reader.text())
        next = (key, record)
      }
      if !group.isEmpty, !isThere || next?.key != groupKey {
        try settle(group, hash: Int64(bitPattern: groupKey ^ (1 << 63)))
        group.removeAll(keepingCapacity: true)
      }
      guard isThere, let next else { return }
      groupKey = next.key
      if matches[next.record.ordinal] != MatchTable.dropped { group.append(next.record) }
    }
  }

  /// Settles records whose ids have one hash: nearly always a single one.
  private mutating func settle(_ group: [Record], hash: Int64) throws {
    for (index, record) in group.enumerated() {
      let isRepeated = group[(index + 1)...].contains {
        $0.source == record.source && $0.sourceID == record.sourceID
      }
      if isRepeated {
        matches[record.ordinal] = MatchTable.dropped
        duplicates += 1
      } else {
        try settle(record, hash: hash)
      }
    }
  }

  private mutating func settle(_ record: Record, hash: Int64) throws {
    guard let number = sourceNumbers[record.source] else {
      newCount += 1
      return
    }
    for id in try store.placeIDs(source: number, hash: hash) {
      if try store.row(id: id)?.sourceID == record.sourceID {
        matches[record.ordinal] = UInt32(truncatingIfNeeded: id)
        return
      }
    }
    if hasRemoved[record.source],
      let removal = try store.removal(source: number, sourceID: record.sourceID)
    {
      if removal.byUser {
        matches[record.ordinal] = MatchTable.dropped
        removed += 1
      } else {
        matches[record.ordinal] = UInt32(truncatingIfNeeded: removal.id)
      }
      return
    }
    newCount += 1
  }
}
