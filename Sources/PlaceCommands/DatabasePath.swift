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

  /// `$XDG_STATE_HOME/placed/places.db`
  private static var ownDatabase: String? {
    let state = SocketPath.environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = SocketPath.environment("HOME").map { $0 + "/.local/state" }
    return (state ?? home).map { $0 + "/placed/places.db" }
  }
}
