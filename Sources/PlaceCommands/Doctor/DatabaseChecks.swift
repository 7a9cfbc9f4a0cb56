import Geography
import Glibc
import PlaceStore

/// The checks of the database file, looked at from here.
struct DatabaseChecks {
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
      let size = status.st_size / 1_048_576
      return [.ok("database", "\(path), \(grouped(places)) places, \(grouped(Int(size))) MiB")]
        + room()
    } catch {
      return [.failed("database", error.message, hint: error.hint)]
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
