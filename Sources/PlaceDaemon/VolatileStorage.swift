import CLinux
import Glibc
import PlaceStore

/// Whether a path lies where a reboot keeps it.
enum VolatileStorage {
  /// Magic numbers of statfs(2) and of overlayfs in linux/magic.h.
  private static let tmpfs = 0x0102_1994
  private static let ramfs = 0x8584_58F6
  private static let overlayfs = 0x794C_7630

  /// Why what is written at `path` is gone after a reboot; nil where it stays.
  static func reason(for path: String) -> String? {
    guard let type = fileSystemType(of: path) else { return nil }
    if type == tmpfs || type == ramfs {
      return "the database lies in memory: a reboot empties its file system"
    }
    if type == overlayfs, let upper = upperFolder(of: path), let type = fileSystemType(of: upper),
      type == tmpfs || type == ramfs
    {
      return "the database lies on an overlay in memory: a reboot empties it"
    }
    return nil
  }

  /// With `[storage] require_mount`: why no database may be made at `path`; nil where one is there or
  /// its folder is on a file system of its own.
  static func missingMount(for path: String) -> StoreError? {
    guard access(path, F_OK) != 0, let device = device(of: folder(of: path)),
      device == self.device(of: "/")
    else { return nil }
    return StoreError(
      .cannotOpen, "'\(path)' is missing and its folder is on the root file system",
      hint: "mount the disk that holds it; [storage] require_mount asks for it")
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private static func device(of path: String) -> UInt? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt(status.st_dev) : nil
  }

  private static func fileSystemType(of path: String) -> Int? {
    var status = statfs()
    guard statfs(path, &status) == 0 || statfs(folder(of: path), &status) == 0 else { return nil }
    return Int(status.f_type)
  }

  /// The folder that an overlay writes to, from the line of proc_pid_mountinfo(5) with its device.
  private static func upperFolder(of path: String) -> String? {
    // A file in an overlay may show the device of the layer that it comes from; a folder never does.
    guard let device = device(of: folder(of: path)),
      let file = fopen("/proc/self/mountinfo", "re")
    else { return nil }
    defer { fclose(file) }
    let wanted = "\(placed_major(UInt64(device))):\(placed_minor(UInt64(device)))"
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let text = line.map({ String(cString: $0) }) {
      let fields = text.split { $0 == " " || $0 == "\n" }
      guard fields.count > 3, fields[2] == wanted,
        let options = fields.last(where: { $0.contains("upperdir=") })
      else { continue }
      return options.split(separator: ",").first { $0.hasPrefix("upperdir=") }
        .map { String($0.dropFirst("upperdir=".count)) }
    }
    return nil
  }
}
