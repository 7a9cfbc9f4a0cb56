import CommandTable
import Glibc

/// Asks on the terminal: on standard error, so that standard output stays the result alone.
struct Prompt {
  /// Longest answer in bytes; what is longer is no answer to anything that is asked.
  private static let maximumBytes = 1000

  let output: Output

  /// Shows lines before a question.
  func show(_ lines: [String]) { output.show(lines.joined(separator: "\n") + "\n") }

  /// Asks and reads a line, without spaces around it; nil at the end of the input. What is no text,
  /// as an arrow key sends, is asked for again.
  ///
  /// The terminal's own line editing is used: it works over any connection.
  func line(_ question: String) -> String? {
    while true {
      output.show(question)
      guard let bytes = readLine() else {
        output.show("\n")
        return nil
      }
      if bytes.count <= Self.maximumBytes, let text = String(validating: bytes, as: UTF8.self),
        text.printable == text
      {
        return text.trimmingSpaces
      }
      show(["That is no line of text."])
    }
  }

  /// The bytes up to the end of the line, one more than are allowed at most; nil at the end.
  private func readLine() -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return bytes }
      if bytes.count <= Self.maximumBytes { bytes.append(byte) }
    }
  }

  /// Asks a question that `y` or `yes` agrees to.
  func confirms(_ question: String) -> Bool {
    let answer = line(question + " [y/N] ")?.lowercased()
    return answer == "y" || answer == "yes"
  }
}

extension String {
  /// The text without white space around it.
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
