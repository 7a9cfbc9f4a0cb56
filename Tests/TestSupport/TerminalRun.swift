import Foundation

/// A program run to its end in a pseudo-terminal of its own.
public struct TerminalRun {
  /// Its exit status; 128 and the number for a death by signal.
  public let status: Int32
  /// What the terminal showed: both outputs, and what was typed, as the terminal echoes it.
  public let screen: String

  // Not imported from the C headers: TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h.
  private static let unlock: UInt = 0x4004_5431
  private static let numberOf: UInt = 0x8004_5430

  /// What is typed once the screen ends with some text.
  public struct Typed {
    let prompt: String
    let text: String

    /// Types `text` when the screen shows `prompt` last.
    public init(after prompt: String, _ text: String) {
      self.prompt = prompt
      self.text = text
    }
  }

  /// The program did not end in time.
  public struct TimedOut: Error {
    /// What the terminal showed until then.
    public let screen: String
  }

  /// Runs `path` with `arguments` in a terminal of `columns`.
  public init(
    _ path: String, _ arguments: [String], columns: Int, environment: [String: String],
    typing: [Typed] = [], seconds: Double = 30
  ) throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var number: UInt32 = 0
    var lock: Int32 = 0
    precondition(
      ioctl(terminal, Self.unlock, &lock) == 0 && ioctl(terminal, Self.numberOf, &number) == 0,
      "no pseudo-terminal: \(errno)")
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    let name = "/dev/pts/\(number)"
    // A session of its own: the first terminal that it opens becomes its own.
    let process = SpawnedProgram.spawn(
      path, arguments, environment, flags: SpawnedProgram.ownSession
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    let deadline = Date(timeIntervalSinceNow: seconds)
    var typing = typing[...]
    var bytes: [UInt8] = []
    while true {
      guard deadline.timeIntervalSinceNow > 0 else {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        throw TimedOut(screen: Self.text(bytes))
      }
      var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 200) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(terminal, &buffer, buffer.count)
      // The end of a terminal is EIO: nobody has its other side open any more.
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
      if let next = typing.first, Self.text(bytes).hasSuffix(next.prompt) {
        typing.removeFirst()
        _ = Array(next.text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      }
    }
    guard let status = SpawnedProgram.wait(for: process, seconds: 10) else {
      throw TimedOut(screen: Self.text(bytes))
    }
    self.status = status
    screen = Self.text(bytes)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
  }
}
