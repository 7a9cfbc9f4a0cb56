import Foundation

/// Another program, run to its end.
public struct ProgramRun {
  /// Its exit status.
  public let status: Int32
  /// What it wrote to standard output.
  public let output: String
  /// What it wrote to standard error.
  public let error: String

  /// Runs `path` with `arguments` and `input` on standard input; output goes through files, so that
  /// it can be of any length.
  public init(
    _ path: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String]? = nil
  ) throws {
    let scratch = ScratchDirectory()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let environment { process.environment = environment }
    for name in ["out", "err"] { _ = try scratch.write("", to: name) }
    process.standardInput = FileHandle(forReadingAtPath: try scratch.write(input, to: "in"))
    process.standardOutput = FileHandle(forWritingAtPath: scratch.file("out"))
    process.standardError = FileHandle(forWritingAtPath: scratch.file("err"))
    try process.run()
    process.waitUntilExit()
    status =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
    output = try String(contentsOfFile: scratch.file("out"), encoding: .utf8)
    error = try String(contentsOfFile: scratch.file("err"), encoding: .utf8)
  }

  /// Where `program` is installed, nil where it is not.
  public static func find(_ program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
