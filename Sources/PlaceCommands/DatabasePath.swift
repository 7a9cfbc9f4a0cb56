import Glibc
import PlaceClient

extension CommandContext {
  /// The database that `--database` names, else the system's, else this user's own.
  ///
  /// A user who may not write the system's gets his own only where he has one or there is no other: he
  /// must not fill a database that no daemon reads. `forWriting`: he wants to change it.
  func databasePath(forWriting: Bool) -> String {
    if let named = invocation[Options.database] { return named }
    let system = "/var/lib/placed/places.db"
    let own = Self.ownDatabase
    let mode = forWriting ? W_OK : R_OK
    if geteuid() == 0 || access(system, mode) == 0 { return system }
    guard let own else { return system }
    return access(own, F_OK) == 0 || access("/var/lib/placed", F_OK) != 0 ? own : system
  }

  /// The database to change. The folder of this user's own is made where it is missing.
  func writableDatabasePath() throws(CommandError) -> String {
    let path = databasePath(forWriting: true)
    if path == Self.ownDatabase, let slash = path.lastIndex(of: "/") {
      var folder = ""
      for part in path[..<slash].split(separator: "/") {
        folder += "/" + part
        mkdir(folder, 0o700)
      }
    }
    return path
  }

  /// `$XDG_STATE_HOME/placed/places.db`
  private static var ownDatabase: String? {
    let state = SocketPath.environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = SocketPath.environment("HOME").map { $0 + "/.local/state" }
    return (state ?? home).map { $0 + "/placed/places.db" }
  }
}
