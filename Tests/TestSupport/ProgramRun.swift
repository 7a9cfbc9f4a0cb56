import Foundation

/// Another program, run to its end.
public struct ProgramRun: Sendable {
  /// Its exit status; 128 and the number for a death by signal.
  public let status: Int32
  /// What it wrote to standard output.
  public let output: String
  /// What it wrote to standard error.
  public let error: String

  /// Runs `path` with `arguments` and `input` on standard input, for `seconds` at most.
  public init(
    _ path: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String]? = nil, seconds: Double = 60
  ) throws {
    let program = try SpawnedProgram(path, arguments, input: input, environment: environment)
    status = try program.wait(seconds: seconds)
    output = program.output
    error = program.error
  }

  /// Where `program` is installed, nil where it is not.
  public static func find(_ program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
