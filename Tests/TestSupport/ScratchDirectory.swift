import Foundation

/// A new folder of a test's own, gone with the object. The path is short: a Unix socket's address
/// holds 107 bytes.
public final class ScratchDirectory: Sendable {
  /// The folder's path.
  public let path: String

  /// Makes the folder.
  public init() {
    var template = Array("/tmp/placed.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { preconditionFailure("mkdtemp: \(errno)") }
    path = String(cString: made)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of `name` in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes `text` to `name` in the folder; its path.
  public func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }

  /// Writes `bytes` to `name` in the folder; its path.
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
}
