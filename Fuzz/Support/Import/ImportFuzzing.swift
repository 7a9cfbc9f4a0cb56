import Glibc
import PlaceImport
import PlaceStore

/// Imports what a fuzzer makes up, from a file in memory.
public enum ImportFuzzing {
  private static let folder = "/dev/shm/placed-fuzz.\(getpid())"
  // The fuzzer has one thread.
  nonisolated(unsafe) private static var runs = 0

  /// A dry run tells the same as the real one, the same file again changes nothing, and the table
  /// that comes of it is whole.
  public static func run(
    _ bytes: UnsafeBufferPointer<UInt8>, _ format: ImportFormat, name: String
  ) {
    mkdir(folder, 0o700)
    let (path, database) = ("\(folder)/\(name)", "\(folder)/places.db")
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes.baseAddress, 1, bytes.count, file)
    fclose(file)
    let dry = attempt(path, database, format, dryRun: true)
    runs += 1
    // A real import syncs files: one in sixteen.
    guard runs % 16 == 0 else { return }
    for suffix in ["", "-wal", "-shm", "-import", "-state"] { unlink(database + suffix) }
    let real = attempt(path, database, format, dryRun: false)
    precondition(dry?.counts == real?.counts, "a dry run counts otherwise")
    guard let real, let again = attempt(path, database, format, dryRun: false) else { return }
    precondition(
      again.counts.added + again.counts.updated == 0 && again.counts.unchanged == real.counts.added,
      "the same file again changes something")
    guard let store = try? PlaceStore(path: database) else { fatalError("no table") }
    precondition((try? store.check()) == [], "the table is not whole")
  }

  private static func attempt(
    _ path: String, _ database: String, _ format: ImportFormat, dryRun: Bool
  ) -> ImportResult? {
    try? Importer(
      databasePath: database, options: ImportOptions(format: format, dryRun: dryRun)
    ).run(path)
  }
}
