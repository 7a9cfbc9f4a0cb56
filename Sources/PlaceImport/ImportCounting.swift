import PlaceStore
import Places

/// Counts what an import would do.
struct ImportCounting {
  let store: PlaceStore
  let file: RunFile
  let plan: ImportPlan
  var filler: LocalityFiller

  /// The counts, as the last mark of the import would have them.
  func run() throws -> ImportMark {
    var mark = ImportMark()
    var filler = filler
    let matches = try MatchTable(file, offset: plan.layout.matches, count: plan.layout.count)
    var merged = try MergedRuns(plan.layout.records, in: file)
    while true {
      var record: RunRecord?
      guard try merged.next({ _, payload in record = RunRecord(payload) }) else { break }
      guard let record else { continue }
      let match = matches[record.ordinal]
      if match == MatchTable.dropped { continue }
      guard match != MatchTable.new, let old = try store.row(id: Int(match)) else {
        mark.added += 1
        continue
      }
      var row = record.row
      filler.fill(&row)
      row.source = old.source
      let (new, shape) = try ImportApplier.merged(old, row, record.shape, store)
      let isSame = try new == old && (!old.hasShape || store.shapeBytes(of: old.id) == shape)
      if isSame { mark.unchanged += 1 } else { mark.updated += 1 }
    }
    if plan.prune { mark.removed = try countPruned(matches) }
    return mark
  }

  private func countPruned(_ matches: MatchTable) throws -> Int {
    let seen = SeenPlaces(matches, newIDs: 0..<0)
    var count = 0
    var scan = OriginScan(store.database)
    for name in plan.sources {
      guard let source = try store.sourceID(named: name) else { continue }
      while case let ids = try scan.next(1000, ofSource: source), !ids.isEmpty {
        count += ids.reduce(0) { $0 + (seen.contains($1) ? 0 : 1) }
      }
    }
    return count
  }
}
