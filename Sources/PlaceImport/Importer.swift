import Geography
import Glibc
import PlaceStore
import Places
import SQLite

/// Imports a file into a place table, whether or not a daemon is using it.
///
/// The file is read to its end into a run file beside the database before anything is changed; then
/// the table is changed in steps of a tenth of a second, so that nobody waits long. Killed in the
/// middle, the table is consistent, and the same import goes on from its last step. Memory does not
/// grow with the file.
public struct Importer {
  private let databasePath: String
  private let options: ImportOptions

  /// An import into the database at `databasePath`, which is created when missing.
  public init(databasePath: String, options: ImportOptions = ImportOptions()) {
    self.databasePath = databasePath
    self.options = options
  }

  /// Imports the file at `path`, `-` for standard input. `progress` is called several times a second.
  public func run(
    _ path: String, progress: @escaping (ImportProgress) -> Void = { _ in }
  ) throws(ImportError) -> ImportResult {
    do {
      return try attempt(path, progress)
    } catch let error as ImportError {
      throw error
    } catch let error as StoreError {
      throw ImportError(error)
    } catch let error as SQLiteError {
      throw ImportError(StoreError(error, path: databasePath))
    } catch let error as FileError {
      throw ImportError(Self.failure(error, path: runPath))
    } catch {
      throw ImportError(.store(.failed), "\(error)")
    }
  }

  private var runPath: String { databasePath + "-import" }

  private static func failure(_ error: FileError, path: String) -> StoreError {
    switch error.code {
    case ENOSPC, EDQUOT, EFBIG:
      StoreError(
        .full, "there is no room left for '\(path)'", hint: "Free some space on its file system.")
    case EWOULDBLOCK:
      StoreError(
        .busy, "another import into the same database is running", hint: "Wait for its end.")
    case EACCES, EPERM, EROFS:
      StoreError(
        .readOnly, "'\(path)' cannot be written: \(error.message)",
        hint: "An import works beside the database: this user must be able to write there.")
    default: StoreError(.failed, "'\(path)' cannot be written or read: \(error.message)")
    }
  }

  private func attempt(
    _ path: String, _ progress: @escaping (ImportProgress) -> Void
  ) throws -> ImportResult {
    // What only root may read is opened before root becomes the database's owner.
    let input = try ImportInput(path)
    var keepsInput = false
    defer { if !keepsInput, input.descriptor > 0 { close(input.descriptor) } }
    try DatabaseOwner.assume(path: databasePath)
    let store = try PlaceStore(
      path: databasePath, access: options.dryRun ? .readOnly : .readWrite)
    if !options.dryRun {
      // The file can be read again: only what users do must survive a power cut at once.
      try store.database.execute("PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000")
      if let result = try resume(store, input, progress) { return result }
    }
    try checkSpace(for: input)
    let file = try RunFile(path: options.dryRun ? runPath + "-dry" : runPath, truncating: true)
    var isKept = false
    defer { if !isKept { file.remove() } }
    let token = Self.token()
    _ = try file.append(Array(token.utf8))

    keepsInput = true
    let reading = ImportReading(options: options, databasePath: databasePath, progress: progress)
    let (builder, format) = try reading.read(input, into: file)
    if options.strict, !builder.badRows.isEmpty {
      throw ImportError(
        .badRows, "\(builder.counts.bad.values.reduce(0, +)) bad rows; nothing was changed",
        hint: "Without --strict the others are imported.", badRows: builder.badRows)
    }
    var plan = ImportPlan(
      token: token, inputKey: inputKey(input) ?? "", format: format, sources: builder.sources,
      attribution: builder.attribution, layout: try builder.finish(), prune: options.prune,
      counts: builder.counts, badRows: builder.badRows)
    try match(&plan, builder, store, file)
    if options.dryRun {
      let count = ImportCounting(store: store, file: file, plan: plan, filler: builder.filler)
      return Self.result(plan, try count.run(), wasResumed: false)
    }
    try file.sync()
    try begin(&plan, store)
    isKept = true
    let applier = try ImportApplier(
      store, file, plan, ImportMark(), filler: builder.filler, progress: progress)
    try applier.run()
    file.remove()
    return Self.result(plan, applier.mark, wasResumed: false)
  }

  private func match(
    _ plan: inout ImportPlan, _ builder: RunBuilder, _ store: PlaceStore, _ file: RunFile
  ) throws {
    plan.counts = builder.counts
    let matches = try MatchTable(file, offset: plan.layout.matches, count: plan.layout.count)
    var matcher = try OriginMatcher(store, sources: plan.sources, matches: matches)
    try matcher.run(plan.layout.origins, in: file)
    plan.newCount = matcher.newCount
    for (reason, count) in [
      (SkipReason.duplicate, matcher.duplicates), (.removed, matcher.removed),
    ] where count > 0 {
      plan.counts.skipped[reason.rawValue, default: 0] += count
    }
  }

  /// From here on the import is known to the database.
  private func begin(_ plan: inout ImportPlan, _ store: PlaceStore) throws {
    try store.database.execute("BEGIN IMMEDIATE")
    do {
      plan.firstID = try store.takePlaceIDs(plan.newCount)
      guard plan.firstID + plan.newCount <= GridEntry.maximumID else {
        throw StoreError(.full, "the table has no numbers left for new places")
      }
      try ImportLog(store: store).write(plan)
      try store.database.execute("COMMIT")
    } catch {
      try? store.database.execute("ROLLBACK")
      throw error
    }
  }

  /// Goes on with an import that was killed, if it was of the same file with the same options; ends
  /// any other.
  private func resume(
    _ store: PlaceStore, _ input: ImportInput, _ progress: @escaping (ImportProgress) -> Void
  ) throws -> ImportResult? {
    let log = ImportLog(store: store)
    guard let plan = try log.plan() else { return nil }
    let file = try RunFile(path: runPath, truncating: false)
    let token = try? FileError.read(file.descriptor, count: plan.token.utf8.count, at: 0)
    guard let key = inputKey(input), key == plan.inputKey, token == Array(plan.token.utf8) else {
      try store.database.transaction { () throws(SQLiteError) in try log.abandon(plan) }
      return nil
    }
    let applier = try ImportApplier(
      store, file, plan, try log.mark(), filler: try Self.filler(of: plan, in: file),
      progress: progress)
    try applier.run()
    file.remove()
    return Self.result(plan, applier.mark, wasResumed: true)
  }

  /// Learns again what the records say of towns.
  private static func filler(of plan: ImportPlan, in file: RunFile) throws -> LocalityFiller {
    var filler = LocalityFiller()
    var merged = try MergedRuns(plan.layout.records, in: file)
    while try merged.next({ _, payload in
      guard let record = RunRecord(payload) else { return }
      filler.note(
        record.row,
        polygon: record.shape.withUnsafeBytes {
          ShapeCoding.decode($0, around: record.row.position)
        })
    }) {}
    return filler
  }

  private static func result(
    _ plan: ImportPlan, _ mark: ImportMark, wasResumed: Bool
  ) -> ImportResult {
    var counts = plan.counts
    counts.added = mark.added
    counts.updated = mark.updated
    counts.unchanged = mark.unchanged
    counts.removed = mark.removed
    return ImportResult(
      source: plan.sources[0], format: plan.format, counts: counts, badRows: plan.badRows,
      wasResumed: wasResumed, attribution: plan.attribution)
  }

  private func inputKey(_ input: ImportInput) -> String? {
    guard let key = input.key else { return nil }
    let area = options.within.map {
      "\($0.center.latitude),\($0.center.longitude),\($0.radiusMeters)"
    }
    return [
      key, options.format.rawValue, options.sourceName ?? "", area ?? "",
      options.prune ? "prune" : "", options.busStops ? "bus" : "", input.name,
    ].joined(separator: "|")
  }

  /// The run file is about as large as the file, and the table grows by about as much.
  private func checkSpace(for input: ImportInput) throws(StoreError) {
    guard let size = input.size else { return }
    let slash = databasePath.lastIndex(of: "/")
    let folder = slash.map { $0 == databasePath.startIndex ? "/" : String(databasePath[..<$0]) }
    var status = statvfs()
    guard statvfs(folder ?? ".", &status) == 0 else { return }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    let needed = UInt64(size) * (options.dryRun ? 1 : 2) + (8 << 20)
    guard free >= needed else {
      throw StoreError(
        .full,
        "the import needs about \(needed >> 20) MB beside '\(databasePath)', and \(free >> 20) MB are free",
        hint: "Free some space, or import a part with --within.")
    }
  }

  private static func token() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in String(random.next(), radix: 36) }.joined(separator: "-")
  }
}
