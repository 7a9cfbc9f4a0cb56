import CommandTable
import Glibc
import JSON
import PlaceStore

enum RestoreCommand: PlacectlCommand {
  static let command = Command(
    "restore", "replace the database by a copy that backup wrote",
    details: [
      "Places, visits and what was learned are those of the copy afterwards; what came later is lost. A "
        + "file that is no copy, or damaged, is refused before anything is changed.",
      "Asks on a terminal; elsewhere it needs `--yes`. Opens the database itself; as root it acts as the "
        + "database's owner.",
    ], options: [Options.database, Options.yes], arguments: [BackupCommand.file], section: "Upkeep",
    examples: [
      .init(
        "sudo placectl restore /media/usb/places.db && sudo systemctl restart placed",
        "so that the daemon forgets what it knew since")
    ])

  static func run(_ context: CommandContext) throws(CommandError) -> ExitCode {
    let source = context.invocation[BackupCommand.file] ?? ""
    let path = try context.writableDatabasePath()
    let isSure = context.invocation[Options.yes]
    try context.requireTerminalOrYes(isSure)
    if !isSure {
      try context.confirm("Replace \(path.printable) by \(source.printable)?")
    }
    let meter = ProgressMeter(context.output)
    defer { meter.clear() }
    do throws(StoreError) {
      try DatabaseOwner.assume(path: path)
      let store = try PlaceStore(path: path)
      // The copy may be one that only root may read; the database is open already.
      if getuid() == 0 {
        seteuid(0)
        setegid(getgid())
      }
      try store.restore(from: source) { meter.show("copying", done: $0, total: $1) }
      meter.clear()
      let places = store.placeCount
      context.print(["file": .string(source), "places": .integer(Int64(places))]) {
        ["Restored: \(grouped(places)) places"]
      }
    } catch {
      throw CommandError(error)
    }
    context.output.note(
      "a running daemon still knows what was before: sudo systemctl restart placed")
    return .ok
  }
}
