import Geography
import PlaceStore
import Places
import SQLite

/// Applies a run file to the table, in steps of a tenth of a second, each with the mark of how far it
/// is.
final class ImportApplier {
  /// Records looked at between two looks at the clock.
  static let stride = 32
  /// Rows from which on the search index is worth tidying.
  static let tidyFrom = 2000
  /// Where at least one in so many places changed, the index becomes one piece: look-ups in several
  /// take as many times as long. Of fewer changes the rest would be written again for nothing.
  static let tidyAllFrom = 8
  /// Pages that a step of tidying writes.
  static let tidyPages = 200

  let store: PlaceStore
  let log: ImportLog
  let file: RunFile
  let plan: ImportPlan
  let matches: MatchTable
  private var filler: LocalityFiller
  var mark: ImportMark
  var sourceNumbers: [Int] = []
  private var clock = StepClock()
  private let progress: (ImportProgress) -> Void

  init(
    _ store: PlaceStore, _ file: RunFile, _ plan: ImportPlan, _ mark: ImportMark,
    filler: LocalityFiller, progress: @escaping (ImportProgress) -> Void
  ) throws {
    self.store = store
    log = ImportLog(store: store)
    self.file = file
    self.plan = plan
    self.mark = mark
    self.filler = filler
    self.progress = progress
    matches = try MatchTable(file, offset: plan.layout.matches, count: plan.layout.count)
  }

  /// Does what is left to do.
  func run() throws {
    try store.database.transaction { () throws(SQLiteError) in
      sourceNumbers = []
      for (index, name) in plan.sources.enumerated() {
        sourceNumbers.append(
          try store.makeSource(named: name, attribution: index == 0 ? plan.attribution : nil))
      }
    }
    if mark.phase == .rows { try applyRows() }
    if mark.phase == .origins { try applyOrigins() }
    if mark.phase == .pruning { try prune() }
    if mark.phase == .tidying { try tidy() }
  }

  /// Runs `body` as steps until it says that it is done. `body` is called with the grid's edits of the
  /// step, again and again until the step's time is over.
  func step(
    _ phase: ImportProgress.Phase, total: Int, next: ImportMark.Phase?,
    _ body: (inout GridEdits) throws -> Bool
  ) throws {
    var isDone = false
    while !isDone {
      let before = mark
      clock.begin()
      try store.database.execute("BEGIN IMMEDIATE")
      do {
        var edits = GridEdits()
        repeat {
          isDone = try body(&edits)
        } while !isDone && !clock.isOver
        clock.beginEnding()
        try edits.apply(to: store.tiles)
        try store.count(
          added: mark.added - before.added, updated: mark.updated - before.updated,
          removed: mark.removed - before.removed)
        if isDone, let next {
          mark.phase = next
          mark.done = 0
        }
        try log.write(mark)
        try store.database.execute("COMMIT")
      } catch {
        try? store.database.execute("ROLLBACK")
        mark = before
        throw error
      }
      progress(
        ImportProgress(
          phase: phase, done: isDone ? total : mark.done, total: total, places: plan.layout.count))
      clock.end()
    }
  }

  private func applyRows() throws {
    var merged = try MergedRuns(plan.layout.records, in: file)
    for _ in 0..<mark.done { _ = try merged.next { _, _ in } }
    try step(.applying, total: plan.layout.count, next: .origins) { edits in
      for _ in 0..<Self.stride {
        var record: RunRecord?
        guard try merged.next({ _, payload in record = RunRecord(payload) }) else { return true }
        mark.done += 1
        guard let record else { throw FileError(code: 5) }
        try apply(record, &edits)
      }
      return false
    }
  }

  private func apply(_ record: RunRecord, _ edits: inout GridEdits) throws {
    let match = matches[record.ordinal]
    guard match != MatchTable.dropped else { return }
    var row = record.row
    filler.fill(&row)
    row.source = sourceNumbers[record.source]
    if match == MatchTable.new {
      row.id = plan.firstID + mark.newPlaces
      mark.newPlaces += 1
      try insert(row, record.shape, &edits)
      return
    }
    guard let old = try store.row(id: Int(match)) else {
      // It was pruned, and is back under its number.
      row.id = Int(match)
      try insert(row, record.shape, &edits)
      try store.insertOrigin(of: row)
      try store.forgetRemoval(of: row)
      return
    }
    let (new, shape) = try Self.merged(old, row, record.shape, store)
    if try new == old && !shapeDiffers(old, shape) {
      mark.unchanged += 1
    } else {
      try store.replace(old, with: new, shape: shape, edits: &edits)
      mark.updated += 1
    }
  }

  private func insert(
    _ row: PlaceRow, _ shape: [UInt8], _ edits: inout GridEdits
  ) throws(SQLiteError) {
    try store.insert(row, shape: shape.isEmpty ? nil : shape, edits: &edits)
    mark.added += 1
  }

  private func shapeDiffers(_ old: PlaceRow, _ shape: [UInt8]?) throws(SQLiteError) -> Bool {
    guard old.hasShape else { return shape != nil }
    return try store.shapeBytes(of: old.id) != shape
  }

  /// The row as the file has it, but for what the user changed.
  static func merged(
    _ old: PlaceRow, _ file: PlaceRow, _ shape: [UInt8], _ store: PlaceStore
  ) throws(SQLiteError) -> (row: PlaceRow, shape: [UInt8]?) {
    var row = file
    var newShape: [UInt8]? = shape.isEmpty ? nil : shape
    row.id = old.id
    row.edited = old.edited
    if old.edited.isEmpty { return (row, newShape) }
    if old.edited.contains(.name) { row.name = old.name }
    if old.edited.contains(.extent) {
      row.position = old.position
      row.radiusMillimeters = old.radiusMillimeters
      row.hasShape = old.hasShape
      newShape = old.hasShape ? try store.shapeBytes(of: old.id) : nil
    }
    if old.edited.contains(.category) { row.category = old.category }
    if old.edited.contains(.street) { row.address.street = old.address.street }
    if old.edited.contains(.houseNumber) { row.address.houseNumber = old.address.houseNumber }
    if old.edited.contains(.postcode) { row.address.postcode = old.address.postcode }
    if old.edited.contains(.locality) { row.address.locality = old.address.locality }
    if old.edited.contains(.region) { row.address.region = old.address.region }
    if old.edited.contains(.country) { row.address.countryCode = old.address.countryCode }
    if old.edited.contains(.names) { row.names = old.names }
    if old.edited.contains(.priority) { row.priority = old.priority }
    if old.edited.contains(.arriveAfter) { row.arriveAfterSeconds = old.arriveAfterSeconds }
    return (row, newShape)
  }
}
