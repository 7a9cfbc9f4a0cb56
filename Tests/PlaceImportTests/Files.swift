import Foundation

/// Files of tests.
enum Files {
  /// Writes bytes to a file.
  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
