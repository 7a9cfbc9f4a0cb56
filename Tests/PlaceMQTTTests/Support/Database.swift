import Foundation
import TestSupport
import Testing

/// A PostgreSQL server of a test's own, on a Unix socket in a scratch folder.
final class Database {
  private static let programs = ["17", "16", "15", "14", "13"]
    .map { "/usr/lib/postgresql/\($0)/bin" }
    .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  static let isInstalled = programs != nil && ProgramRun.find("psql") != nil

  let scratch = ScratchDirectory()
  private let server: SpawnedProgram

  init() throws {
    let data = scratch.file("data")
    chmod(scratch.path, 0o777)
    // It refuses to run as root.
    let user =
      getuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []
    func command(_ words: [String]) -> (String, [String]) {
      let all = user + words
      return (all[0], Array(all.dropFirst()))
    }
    let programs = try #require(Self.programs)
    let (initialise, options) = command([
      programs + "/initdb", "-D", data, "-U", "test", "--auth=trust", "--no-sync", "-E", "UTF8",
      "--locale=C.UTF-8",
    ])
    let made = try ProgramRun(initialise, options)
    guard made.status == 0 else { throw Failure(text: made.error) }
    let (start, words) = command([
      programs + "/postgres", "-D", data, "-k", scratch.path, "-c", "listen_addresses=", "-F",
    ])
    server = try SpawnedProgram(start, words)
    let isUp = try poll { try query("SELECT 1") == "1" }
    guard isUp else { throw Failure(text: server.error) }
  }

  deinit {
    server.signal(SIGQUIT)
    _ = try? server.wait()
  }

  struct Failure: Error {
    let text: String
  }

  /// The environment that psql(1) finds it with.
  var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging([
      "PGHOST": scratch.path, "PGUSER": "test", "PGDATABASE": "postgres",
    ]) { $1 }
  }

  /// Runs a query; its rows, columns with bars in between.
  func query(_ sql: String) throws -> String {
    let run = try ProgramRun(
      "/usr/bin/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql],
      environment: environment)
    return run.output.split(separator: "\n").joined(separator: "\n")
  }

  /// Runs a file.
  func run(file: String) throws -> ProgramRun {
    try ProgramRun(
      "/usr/bin/psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", file], environment: environment)
  }
}
