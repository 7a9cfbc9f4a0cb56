import Glibc
import SQLite

/// Where the queue is kept, and what is done when it cannot be kept there.
enum QueueFile {
  /// The folder that the package's unit makes.
  static let systemFolder = "/var/lib/placed-mqtt"

  /// The folder that is used when none is named: the one that systemd made for the service, else the
  /// system's, else one of this user's own.
  static func folder(
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) -> String {
    if let made = environment("STATE_DIRECTORY"), made.hasPrefix("/") {
      return String(made.prefix { $0 != ":" })
    }
    if access(systemFolder, W_OK) == 0 || getuid() == 0 { return systemFolder }
    let state =
      environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment("HOME").map { $0 + "/.local/state" }
    return state.map { $0 + "/placed-mqtt" } ?? systemFolder
  }

  /// A queue, and what is wrong with it.
  struct Opened {
    let queue: EventQueue
    /// Why it is not, or not as it should be, on the disk; nil where all is well.
    let problem: (text: String, hint: String)?
  }

  /// Opens the queue in `folder`, which is made where it is missing.
  ///
  /// A damaged file is moved aside and a new one begun. Where nothing can be written the queue is kept
  /// in memory: the bridge does what it can, and says so. Another process that has it is an error.
  static func open(folder: String, limit: Int) throws(BrokerError) -> Opened {
    makeFolder(folder)
    let path = folder + "/" + EventQueue.fileName
    do throws(SQLiteError) {
      return Opened(queue: try EventQueue(path: path, limit: limit), problem: nil)
    } catch {
      switch error.code {
      case .busy:
        throw BrokerError(
          .file, "another placed-mqtt has the queue in \(folder)",
          hint: "stop it, or name another folder with --state")
      case .corrupt, .other, .constraint:
        return try setAside(path, limit: limit)
      default:
        return try inMemory(folder, limit: limit, reason: error)
      }
    }
  }

  private static func setAside(_ path: String, limit: Int) throws(BrokerError) -> Opened {
    rename(path, path + ".damaged")
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    do throws(SQLiteError) {
      return Opened(
        queue: try EventQueue(path: path, limit: limit),
        problem: (
          "the queue \(path) was damaged and begun anew",
          "what it held is in \(path).damaged; missed arrivals are fetched from the daemon"
        ))
    } catch {
      return try inMemory(path, limit: limit, reason: error)
    }
  }

  private static func inMemory(
    _ path: String, limit: Int, reason: SQLiteError
  ) throws(BrokerError) -> Opened {
    do throws(SQLiteError) {
      // A bound of its own: a few MiB.
      return Opened(
        queue: try EventQueue(path: ":memory:", limit: min(limit, 1000)),
        problem: (
          "the queue cannot be kept in \(path): \(reason)",
          "it is in memory, and lost with a restart: make the folder writable for placed-mqtt"
        ))
    } catch {
      throw BrokerError(.file, "no queue, not even in memory: \(error)")
    }
  }

  /// Makes the folder and those above it, for this user only.
  private static func makeFolder(_ folder: String) {
    let parts = folder.split(separator: "/")
    var path = folder.hasPrefix("/") ? "/" : ""
    for (index, part) in parts.enumerated() {
      path += part
      mkdir(path, index == parts.count - 1 ? 0o700 : 0o755)
      path += "/"
    }
  }
}
