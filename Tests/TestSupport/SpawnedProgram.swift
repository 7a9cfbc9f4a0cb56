import Foundation

/// A program that runs beside a test, its streams in files. It is killed with the object.
///
/// Foundation's `Process` is not used: it waits for whoever inherited its descriptors, and starts
/// programs with most signals blocked.
public final class SpawnedProgram {
  private let scratch = ScratchDirectory()
  private let process: pid_t
  private var ended: Int32?

  /// The program did not end in time.
  public struct TimedOut: Error {
    /// What it wrote to standard output and standard error until then.
    public let written: String
  }

  /// Starts `path` with `arguments` and `input` on standard input.
  public init(
    _ path: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String]? = nil
  ) throws {
    _ = try scratch.write(input, to: "in")
    let (scratch, flags) = (scratch, O_WRONLY | O_CREAT | O_APPEND)
    process = Self.spawn(path, arguments, environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, scratch.file("in"), O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, scratch.file("out"), flags, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, scratch.file("err"), flags, 0o600)
    }
  }

  deinit {
    guard ended == nil else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Its process number.
  public var id: pid_t { process }
  /// What it wrote to standard output so far.
  public var output: String { text("out") }
  /// What it wrote to standard error so far.
  public var error: String { text("err") }

  private func text(_ name: String) -> String {
    String(
      decoding: FileManager.default.contents(atPath: scratch.file(name)) ?? Data(), as: UTF8.self)
  }

  /// Waits for its end, `seconds` at most; its exit status, or 128 and the number of the signal.
  public func wait(seconds: Double = 600) throws -> Int32 {
    if let ended { return ended }
    guard let status = Self.wait(for: process, seconds: seconds) else {
      throw TimedOut(written: output + error)
    }
    ended = status
    return status
  }

  /// Sends a signal.
  public func signal(_ number: Int32) { if ended == nil { kill(process, number) } }

  static func wait(for process: pid_t, seconds: Double) -> Int32? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) != process {
      guard deadline.timeIntervalSinceNow > 0 else { return nil }
      usleep(2000)
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  // POSIX_SPAWN_SETSID of spawn.h, which is not imported.
  static let ownSession: Int16 = 0x80

  /// Starts a program with no signal blocked or ignored, and no descriptor but its streams.
  static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String]?, flags: Int16 = 0,
    streams: (inout posix_spawn_file_actions_t) -> Void
  ) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, flags | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    streams(&actions)
    // Those that are not open are passed over.
    for descriptor: Int32 in 3..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    let told = environment?.merging(BuiltProgram.environment) { own, _ in own }
    var variables =
      (told ?? ProcessInfo.processInfo.environment).map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in words + variables { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var process = pid_t()
    let result = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
    precondition(result == 0, "cannot start \(path): \(result)")
    return process
  }
}
