import Foundation

/// Libraries that stand between a program and the system, `LD_PRELOAD` of ld.so(8): to set its clock,
/// or to know what it has on the disk at each moment.
public enum Preload {
  /// Sets the wall clock, `Tests/Preload/clock.c`; nil where it cannot be made.
  public static let clock = build("clock")
  /// Writes down what reaches the disk, `Tests/Preload/disk.c`; nil where it cannot be made.
  public static let disk = build("disk")

  private static let folder = ScratchDirectory()

  /// There is no compiler in a package's own build; a sanitizer's library must come first itself.
  private static func build(_ name: String) -> String? {
    guard let compiler = ["cc", "gcc", "clang"].lazy.compactMap(ProgramRun.find).first,
      ProcessInfo.processInfo.environment["LD_PRELOAD"] == nil, !Sanitizer.isOn
    else { return nil }
    let library = folder.file("\(name).so")
    let run = try? ProgramRun(
      compiler,
      ["-shared", "-fPIC", "-O1", "-o", library, Checkout.path("Tests/Preload/\(name).c"), "-ldl"])
    return run?.status == 0 ? library : nil
  }
}
