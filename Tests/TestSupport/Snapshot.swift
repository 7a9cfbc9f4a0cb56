import Foundation

/// Texts that are kept beside the tests, and compared with what the code makes today.
///
/// With `PLACED_RECORD=1` in the environment the files are written instead; the difference is
/// then reviewed as any other change.
public struct Snapshot {
  private let folder: String

  /// The snapshots in the folder `Snapshots` beside the test file that calls this.
  public init(beside testFile: String = #filePath) {
    folder =
      URL(fileURLWithPath: testFile).deletingLastPathComponent()
      .appendingPathComponent("Snapshots").path
  }

  /// Nil when `text` is what the file `name` holds; else where the two begin to differ.
  public func difference(of text: String, from name: String) throws -> String? {
    try Self.difference(of: text, fromFile: folder + "/" + name)
  }

  /// Nil when `text` is what the file at `path` holds; else where the two begin to differ.
  public static func difference(of text: String, fromFile path: String) throws -> String? {
    if ProcessInfo.processInfo.environment["PLACED_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return nil
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      return "\(path) is missing; record it with PLACED_RECORD=1"
    }
    let expected = String(decoding: data, as: UTF8.self)
    if expected == text { return nil }
    let pairs = zip(
      expected.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false))
    for (index, (before, now)) in pairs.enumerated() where before != now {
      return "\(path):\(index + 1):\n- \(before)\n+ \(now)"
    }
    return "\(path): one is the beginning of the other"
  }
}
