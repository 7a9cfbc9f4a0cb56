import CommandTable
import Glibc
import JSON
import PlaceStore

enum BackupCommand: PlacectlCommand {
  static let file = Argument(.file(), "where the copy is, or goes")

  static let command = Command(
    "backup", "write a consistent copy of the database",
    details: [
      "Works while the daemon goes on. A file that is there already is replaced once the copy is whole.",
      "Opens the database itself: root, its owner or its group may.",
    ], options: [Options.database], arguments: [file], section: "Upkeep",
    examples: [
      .init("sudo placectl backup /media/usb/places.db", "to a stick")
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let target = context.invocation[file] ?? ""
    guard target != "-" else { throw .usage("a database cannot be written to a pipe") }
    let path = context.databasePath(forWriting: false)
    let meter = ProgressMeter(context.output)
    defer { meter.clear() }
    do throws(StoreError) {
      let store = try context.openStore(path, .readOnly)
      try store.backup(to: target) { meter.show("copying", done: $0, total: $1) }
      meter.clear()
      var status = stat()
      let size = stat(target, &status) == 0 ? Int(status.st_size) : 0
      let places = store.placeCount
      context.print([
        "file": .string(target), "bytes": .integer(Int64(size)), "places": .integer(Int64(places)),
      ]) {
        [
          "\(target.printable): \(grouped(places)) places, \(decimal(Double(size) / 1_048_576, 1)) MiB"
        ]
      }
    } catch {
      throw CommandError(error)
    }
    return .ok
  }
}

extension CommandContext {
  /// The database at `path`, which must be there.
  func openStore(
    _ path: String, _ access: PlaceStore.Access
  ) throws(StoreError) -> PlaceStore {
    var status = stat()
    guard stat(path, &status) == 0 || errno != ENOENT else {
      throw StoreError(
        .notFound, "there is no database at '\(path)'", hint: "--database names another one")
    }
    return try PlaceStore(path: path, access: access)
  }
}
