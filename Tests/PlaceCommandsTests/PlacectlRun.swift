import TestSupport

/// placectl and a scripted daemon to talk to.
struct PlacectlRun {
  let scratch = ScratchDirectory()
  let daemon: FakeDaemon

  init(_ script: @escaping FakeDaemon.Script = Harbour.script) {
    daemon = FakeDaemon(path: scratch.file("s"), script: script)
  }

  static let program = BuiltProgram.path("placectl")

  /// A zone with summer time that needs no database of zones.
  static func environment(_ scratch: ScratchDirectory) -> [String: String] {
    [
      "PATH": "/usr/bin:/bin", "TZ": "EET-2EEST,M3.5.0/3,M10.5.0/4", "HOME": scratch.path,
      "TERM": "xterm", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  private var socket: [String] { ["--socket", daemon.path] }

  func piped(
    _ words: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun(
      Self.program, socket + words, input: input,
      environment: Self.environment(scratch).merging(environment) { $1 })
  }

  func inTerminal(
    _ words: [String], columns: Int = 80, environment: [String: String] = [:],
    typing: [TerminalRun.Typed] = []
  ) throws -> TerminalRun {
    try TerminalRun(
      Self.program, socket + words, columns: columns,
      environment: Self.environment(scratch).merging(environment) { $1 }, typing: typing)
  }
}
