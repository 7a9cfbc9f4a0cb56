import Configuration
import Glibc

/// Reads a program's configuration file and the files of the folder of drop-ins beside it.
public struct SettingFiles<Values: Sendable>: Sendable {
  /// Longest file that is read; the examples have 3 KiB.
  private static var longestFile: Int { 1 << 20 }

  private let path: String
  private let mustExist: Bool
  /// The name of the folder of drop-ins, such as `placed.conf.d`.
  private let folderName: String
  private let keys: [SettingKey<Values>]
  private let defaults: Values

  /// The files of a program.
  ///
  /// - Parameters:
  ///   - path: The file named on the command line; nil for the default one, which may be missing.
  ///   - defaultPath: Where it is when none is named.
  ///   - keys: What may stand in it.
  ///   - defaults: What is not set.
  public init(
    path: String?, default defaultPath: String, keys: [SettingKey<Values>], defaults: Values
  ) {
    self.path = path ?? defaultPath
    mustExist = path != nil
    folderName = (defaultPath.split(separator: "/").last.map(String.init) ?? defaultPath) + ".d"
    self.keys = keys
    self.defaults = defaults
  }

  /// Reads all files. The settings are whole only when there is no problem.
  public func load() -> (settings: Values, problems: [ConfigurationProblem]) {
    var parser = ConfigurationParser(keys: keys, defaults: defaults)
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
    let folder = (path.lastIndex(of: "/").map { path[...$0] } ?? "./") + folderName
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

  private static func read(_ file: String) throws(ReadFailure) -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ReadFailure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ReadFailure(errno) }
    // A device may be one, too: /dev/null asks for the defaults.
    guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
      throw ReadFailure(EINVAL, "it is no file")
    }
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

/// Why a file is not read. Not inside the generic type: Swift 6.0 cannot compile a function that throws
/// an error type which depends on a generic parameter.
private struct ReadFailure: Error {
  var code: CInt
  var reason: String

  init(_ code: CInt, _ reason: String? = nil) {
    self.code = code
    self.reason = reason ?? String(cString: strerror(code))
  }
}
