import Configuration
import Glibc

/// Reads placed.conf and the files of placed.conf.d beside it.
public struct ConfigurationFiles: Sendable {
  /// Where the configuration is when none is named.
  public static let defaultPath = "/etc/placed/placed.conf"
  /// Longest file that is read; the example has 3 KiB.
  static let longestFile = 1 << 20

  private let path: String
  private let mustExist: Bool

  /// `path`: the file named on the command line; nil for the default one, which may be missing.
  public init(path: String?) {
    self.path = path ?? Self.defaultPath
    mustExist = path != nil
  }

  /// Reads all files. The settings are whole only when there is no problem.
  public func load() -> (settings: Settings, problems: [ConfigurationProblem]) {
    var parser = ConfigurationParser(keys: Settings.keys, defaults: Settings())
    var unreadable: [ConfigurationProblem] = []
    for (file, isOptional) in [(path, !mustExist)] + dropIns.map({ ($0, false) }) {
      do throws(ReadFailure) {
        parser.read(try Self.read(file), file: file)
      } catch {
        if isOptional, error.code == ENOENT { continue }
        unreadable.append(
          ConfigurationProblem(
            file: file, line: 1, column: 1, message: "the file cannot be read: \(error.reason)",
            hint: error.code == ENOENT ? "--config names it" : nil))
      }
    }
    return (parser.settings, unreadable + parser.problems)
  }

  private var dropIns: [String] {
    let folder = (path.lastIndex(of: "/").map { path[...$0] } ?? "./") + "placed.conf.d"
    guard let handle = opendir(String(folder)) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().map { folder + "/" + $0 }
  }

  private struct ReadFailure: Error {
    var code: CInt
    var reason: String

    init(_ code: CInt, _ reason: String? = nil) {
      self.code = code
      self.reason = reason ?? String(cString: strerror(code))
    }
  }

  private static func read(_ file: String) throws(ReadFailure) -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ReadFailure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ReadFailure(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ReadFailure(EINVAL, "it is no file") }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw ReadFailure(errno) }
      if count == 0 { return text }
      text += buffer[..<count]
      guard text.count <= longestFile else { throw ReadFailure(EFBIG, "it is over 1 MiB long") }
    }
  }
}
