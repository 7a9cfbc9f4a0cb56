import CommandTable
import Glibc
import PlaceStore

/// The checks of the database file, looked at from here.
struct DatabaseChecks {
  /// Comparing takes seconds for a million places; a larger table is compared when it is repaired.
  private static let mostCompared = 2_000_000

  let path: String

  func run() -> [Finding] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT
        ? [.skipped("database", "there is no \(path) yet", hint: "placectl import FILE fills it")]
        : [.skipped("database", "this user may not look at \(path)", hint: "sudo placectl doctor")]
    }
    guard access(path, R_OK) == 0 else {
      return [.skipped("database", "this user may not read \(path)", hint: "sudo placectl doctor")]
    }
    do throws(StoreError) {
      let store = try PlaceStore(path: path, access: .readOnly)
      let places = store.placeCount
      let size = Int(status.st_size / 1_048_576)
      let text = "\(path), \(grouped(places)) places, \(grouped(size)) MiB"
      guard places <= Self.mostCompared else { return [.ok("database", text)] + room() }
      let problems = try store.check().map { finding($0) }
      return (problems.isEmpty ? [.ok("database", text)] : problems) + room()
    } catch {
      return [.failed("database", error.message, hint: error.hint)]
    }
  }

  private func finding(_ problem: StoreProblem) -> Finding {
    .failed(
      "database", "\(problem.kind.rawValue): \(problem.text)".printable,
      hint: problem.isRepairable
        ? "sudo placectl doctor --repair" : "sudo placectl restore FILE, with the newest backup")
  }

  /// Compares the database with itself, builds anew what is derived, and compares again.
  func repair(_ meter: ProgressMeter) -> [Finding] {
    defer { meter.clear() }
    var status = stat()
    guard stat(path, &status) == 0 else { return run() }
    do throws(StoreError) {
      try DatabaseOwner.assume(path: path)
      let (store, rescued) = try opened(meter)
      meter.show("comparing", done: 0, total: nil)
      let before = try store.check()
      meter.show("building anew", done: 0, total: nil)
      try store.rebuildIndexes()
      meter.show("comparing again", done: 0, total: nil)
      let after = try store.check()
      let repaired = before.filter { problem in !after.contains { $0.kind == problem.kind } }
      return rescued + repaired.map { .ok("repaired", "\($0.kind.rawValue): \($0.text)".printable) }
        + after.map { finding($0) }
        + (after.isEmpty
          ? [.ok("database", "\(path), \(grouped(store.placeCount)) places, all found")] : [])
    } catch {
      return [.failed("database", error.message, hint: error.hint)]
    }
  }

  /// The database; of one that SQLite calls damaged, what can be read in a new file.
  private func opened(_ meter: ProgressMeter) throws(StoreError) -> (PlaceStore, [Finding]) {
    do throws(StoreError) {
      return (try PlaceStore(path: path), [])
    } catch {
      guard error.code == .corrupt else { throw error }
      meter.show("reading what can be read", done: 0, total: nil)
      let rescue = try PlaceStore.rescue(path: path, at: ReadableTime.now)
      return (
        try PlaceStore(path: path), [.warning("rescued", rescue.text, hint: rescue.hint)]
      )
    }
  }

  /// Room for the write-ahead log and for a day's visits.
  private func room() -> [Finding] {
    var system = statvfs()
    guard statvfs(path, &system) == 0 else { return [] }
    let free = Double(system.f_bavail) * Double(system.f_frsize) / 1_048_576
    guard free < 16 else { return [] }
    return [
      .warning(
        "disk", "only \(rounded(free)) MiB are free where the database is",
        hint: "make room: visits are lost when it is full")
    ]
  }
}
