import Foundation

/// Recordings, extracts and field reports that live beside the project and are no part of it.
///
/// `PLACED_SHARED` names the folder; else it is `shared` beside the checkout. Suites that read it
/// carry `.enabled(if: SharedData.isPresent, ...)`, so that they say they were skipped.
public enum SharedData {
  private static let root: String = {
    if let named = ProcessInfo.processInfo.environment["PLACED_SHARED"] { return named }
    let source = URL(fileURLWithPath: #filePath)
    let checkout = source.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return checkout.deletingLastPathComponent().appendingPathComponent("shared").path
  }()

  /// Whether the folder is there.
  public static var isPresent: Bool { FileManager.default.fileExists(atPath: root + "/data") }

  /// The path of a file in it, such as `data/places/airports.csv`.
  public static func path(_ name: String) -> String { root + "/" + name }
}
