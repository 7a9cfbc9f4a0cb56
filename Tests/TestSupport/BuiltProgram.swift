import Foundation

/// Programs of this package, as the build that made the tests made them.
public enum BuiltProgram {
  /// What they are told in the environment wherever a test starts them: where the toolchain's
  /// libraries are, and where a sanitizer reports to, see `make sanitize`.
  static let environment = ProcessInfo.processInfo.environment.filter {
    ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }

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
