import EventLoop
import Glibc

/// Finds out which other program has a serial device, and how to free it.
///
/// A program of another user hides its descriptors from all but root. Then the usual ones are looked
/// for by name: whoever grabs serial lines on a Debian machine without being asked.
struct DeviceHolder: Hashable {
  /// The program's name.
  let program: String
  /// The command that makes it let go, or what to do instead.
  let remedy: String

  /// Who has the device at `path`; nil when that cannot be told. `processes` is `/proc`.
  static func find(_ path: String, processes root: String = "/proc") -> DeviceHolder? {
    let target = resolved(path) ?? path
    let terminal = String(target.split(separator: "/").last ?? "")
    var suspects: [String: [UInt8]] = [:]
    for name in entries(root) where Int(name) != nil && Int(name) != Int(getpid()) {
      guard let program = text("\(root)/\(name)/comm")?.split(separator: "\n").first else {
        continue
      }
      let hasDevice = entries("\(root)/\(name)/fd").contains {
        linkTarget("\(root)/\(name)/fd/\($0)") == target
      }
      if hasDevice { return DeviceHolder(program: String(program), terminal: terminal) }
      suspects[String(program)] = Array((text("\(root)/\(name)/cmdline") ?? "").utf8)
    }
    // agetty names its line; the others take whatever they find.
    if let command = suspects["agetty"],
      String(decoding: command, as: UTF8.self).split(separator: "\0").contains(Substring(terminal))
    {
      return DeviceHolder(program: "agetty", terminal: terminal)
    }
    for program in ["gpsd", "ModemManager", "brltty"] where suspects[program] != nil {
      return DeviceHolder(program: program, terminal: terminal)
    }
    return nil
  }

  private init(program: String, terminal: String) {
    self.program = program
    remedy =
      switch program {
      case "ModemManager": "sudo systemctl mask --now ModemManager"
      case "brltty": "sudo systemctl mask --now brltty-udev.service brltty.service"
      case "agetty", "getty", "login":
        "sudo systemctl disable --now serial-getty@\(terminal).service"
      case "gpsd":
        "use gpsd://localhost as the source, or sudo systemctl disable --now gpsd.socket gpsd.service"
      default: "sudo fuser -k /dev/\(terminal)"
      }
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    guard count > 0 else { return nil }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func entries(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// The first kilobytes of a file.
  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
