import CSystemd
import Glibc

/// Lines for the journal, on standard error. No position and no place name is ever in one.
///
/// When the journal reads standard error a line begins with `<N>`, its level; for a person at a
/// terminal it begins with the program's name. A reader that does not keep up loses lines, since a
/// daemon that waits for its log is dead.
public final class Journal {
  /// Lines less urgent than this are dropped.
  public var level: LogLevel
  private let program: String
  private let descriptor: CInt
  private let isJournal: Bool
  private static let longestLine = 2000

  /// Lines of `program` to `descriptor`.
  public convenience init(
    program: String = "placed", level: LogLevel = .notice, descriptor: CInt = STDERR_FILENO
  ) {
    self.init(
      program: program, level: level, descriptor: descriptor,
      journalStream: getenv("JOURNAL_STREAM").map { String(cString: $0) })
  }

  /// `journalStream`: device and inode of the stream that goes to the journal, `$JOURNAL_STREAM` of
  /// systemd.exec(5).
  init(
    program: String = "placed", level: LogLevel = .notice, descriptor: CInt, journalStream: String?
  ) {
    self.program = program
    self.level = level
    self.descriptor = descriptor
    var status = stat()
    isJournal =
      fstat(descriptor, &status) == 0 && journalStream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes a line when it is urgent enough. Line breaks in it become spaces.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard level <= self.level else { return }
    var line = Array((isJournal ? level.journalPrefix : "\(program): \(level.prefix)").utf8)
    for byte in message().utf8.prefix(Self.longestLine) {
      line.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte)
    }
    line.append(UInt8(ascii: "\n"))
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard Glibc.poll(&poll, 1, 0) == 1, poll.revents & Int16(POLLOUT) != 0 else { return }
    _ = write(descriptor, line, line.count)
  }

  /// The daemon cannot do its job.
  public func error(_ message: @autoclosure () -> String) { log(.error, message()) }
  /// Something is wrong; the daemon goes on.
  public func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
  /// A change worth a line.
  public func notice(_ message: @autoclosure () -> String) { log(.notice, message()) }
  /// More, for who looks.
  public func info(_ message: @autoclosure () -> String) { log(.info, message()) }
  /// Everything, for who develops.
  public func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }
}
