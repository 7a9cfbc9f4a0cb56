import Foundation

/// Programs of this package, as the build that made the tests made them.
public enum BuiltProgram {
  /// The path of `name`, beside the tests' own program.
  public static func path(_ name: String) -> String {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var folder = URL(fileURLWithPath: own ?? "/").deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent(name).path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return Checkout.path(".build/debug/\(name)")
  }
}
