import CommandTable
import EventLoop
import Glibc
import JSON

/// The only way to standard output and standard error.
///
/// Results go to standard output and are written when a line is whole; all else to standard error. A
/// reader that has enough, as `head` has, ends the program, and that is no failure.
final class Output {
  /// What the standard streams are.
  let terminal: Terminal
  /// Errors and notes are JSON.
  let isJSON: Bool
  /// Text is coloured.
  let isColored: Bool
  private let name: String

  init(terminal: Terminal, isJSON: Bool, isColored: Bool, name: String) {
    self.terminal = terminal
    self.isJSON = isJSON
    self.isColored = isColored
    self.name = name
  }

  /// Prints a line of the result. Whatever came from outside must have been made printable.
  func line(_ text: String) { write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

  /// Prints lines of the result.
  func lines(_ lines: [String]) {
    if !lines.isEmpty { line(lines.joined(separator: "\n")) }
  }

  /// Prints a document of the result on one line.
  func json(_ value: JSONValue) { write(Self.line(of: value), to: STDOUT_FILENO) }

  /// Prints bytes of the result as they are, for files.
  func bytes(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

  /// Says something that is no result.
  func note(_ text: String) {
    if isJSON {
      write(Self.line(of: ["note": .string(text)]), to: STDERR_FILENO)
    } else {
      write(Array("\(name): \(text)\n".utf8), to: STDERR_FILENO)
    }
  }

  /// Shows text on a terminal's standard error without ending the line: a question, progress.
  func show(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

  /// Says why the command failed.
  func report(_ error: CommandError) {
    guard !isJSON else { return write(Self.line(of: error.json), to: STDERR_FILENO) }
    var text = "\(name): \(error.message.printable)\n"
    for problem in error.problems { text += "  \(problem.printable)\n" }
    for line in candidateLines(error.candidates) { text += "  \(line)\n" }
    if let hint = error.hint { text += "  \(hint.printable)\n" }
    write(Array(text.utf8), to: STDERR_FILENO)
  }

  private func candidateLines(_ candidates: [JSONValue]) -> [String] {
    guard !candidates.isEmpty else { return [] }
    let table = Table.places(candidates.map(PlaceView.init), units: .metric)
    let (title, rows) = table.lines(width: terminal.width.map { $0 - 2 })
    return [title] + rows
  }

  /// A line of JSON. It may hold characters that terminals obey, such as U+009B; they stand in strings
  /// only, where an escape means the same.
  static func line(of value: JSONValue) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1024)
    writer.value(value)
    // All of these characters are ASCII, which the writer escapes, or begin with one of these bytes.
    guard writer.bytes.contains(where: { $0 == 0xC2 || $0 == 0xE2 }) else {
      return writer.bytes + [UInt8(ascii: "\n")]
    }
    var text: [UInt8] = []
    text.reserveCapacity(writer.bytes.count + 16)
    for scalar in String(decoding: writer.bytes, as: UTF8.self).unicodeScalars {
      if scalar.isPrintable {
        text += Array(String(scalar).utf8)
      } else {
        let digits = String(scalar.value, radix: 16)
        text += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      }
    }
    return text + [UInt8(ascii: "\n")]
  }

  private func write(_ bytes: [UInt8], to descriptor: CInt) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SystemError) {
        let count = try system("write") {
          rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(count)
      } catch {
        if error.code == EAGAIN {
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&entry, 1, -1)
          continue
        }
        guard descriptor == STDOUT_FILENO else { return }
        if error.code == EPIPE { exit(ExitCode.ok.rawValue) }
        show("\(name): standard output: \(error.reason)\n")
        exit(ExitCode.failed.rawValue)
      }
    }
  }
}

/// A way to set text apart that never carries meaning by itself.
enum Style: String {
  case bold = "1"
  case faint = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
}

extension Output {
  /// `text` in a style, where colours are on.
  func styled(_ text: String, _ style: Style?) -> String {
    guard isColored, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}
