import Foundation

/// What tests look at in files.
enum Files {
  /// The content of a file; empty where there is none.
  static func bytes(_ path: String) throws -> Data {
    FileManager.default.fileExists(atPath: path)
      ? try Data(contentsOf: URL(fileURLWithPath: path)) : Data()
  }
}

extension Data {
  /// Whether the bytes occur anywhere.
  func contains(_ text: some Sequence<UInt8>) -> Bool { range(of: Data(text)) != nil }
}
