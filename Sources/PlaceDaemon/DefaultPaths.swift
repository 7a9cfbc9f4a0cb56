import Glibc

/// Where things are when no option names them: the machine's places, or the user's own where this
/// process may not use those.
public enum DefaultPaths {
  /// The database: `/var/lib/placed/places.db`, or `$XDG_STATE_HOME/placed/places.db`.
  public static var database: String {
    if mayUse("/var/lib/placed") { return "/var/lib/placed/places.db" }
    let state = variable("XDG_STATE_HOME") ?? variable("HOME").map { $0 + "/.local/state" }
    return (state ?? "/var/lib") + "/placed/places.db"
  }

  /// The socket: `/run/placed/placed.sock`, or `$XDG_RUNTIME_DIR/placed.sock`.
  public static var socket: String {
    if !mayUse("/run/placed"), let folder = variable("XDG_RUNTIME_DIR") {
      return folder + "/placed.sock"
    }
    return "/run/placed/placed.sock"
  }

  /// Languages of the system's locale, as the environment names it.
  public static var languages: [String] {
    let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? ""
    let language = locale.prefix { $0 != "." && $0 != "@" }
    return ["", "C", "POSIX"].contains(language) ? [] : [String(language)]
  }

  /// Makes the folder of `path` and those above it that are missing; what fails shows when the path
  /// is used.
  public static func makeFolder(of path: String) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o755)
    }
  }

  private static func mayUse(_ folder: String) -> Bool {
    geteuid() == 0 || access(folder, W_OK) == 0
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
