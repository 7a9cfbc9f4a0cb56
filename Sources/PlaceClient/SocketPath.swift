import Glibc

/// Where the daemon's socket is.
public struct SocketPath: Hashable, Sendable {
  /// The path to connect to.
  public let path: String
  /// All paths that were looked at, for messages.
  public let searched: [String]

  /// The path of a system's daemon.
  public static let system = "/run/placed/placed.sock"

  /// `named`, where the user named one; else the system's daemon's where it is there, else the one of
  /// this user's own daemon in `$XDG_RUNTIME_DIR`.
  public init(named: String?, environment: (String) -> String? = SocketPath.environment) {
    if let named {
      path = named
      searched = [named]
      return
    }
    let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let own = runtime.map { $0 + "/placed.sock" }
    searched = [Self.system] + (own.map { [$0] } ?? [])
    path = searched.first { access($0, F_OK) == 0 } ?? Self.system
  }

  /// A variable of this process's environment.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
