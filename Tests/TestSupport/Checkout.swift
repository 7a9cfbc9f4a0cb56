import Foundation

/// The project's own files, for tests that compare them with the code.
public enum Checkout {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The path of a file in the checkout, such as `etc/placed.conf`.
  public static func path(_ name: String) -> String { root + "/" + name }
}
