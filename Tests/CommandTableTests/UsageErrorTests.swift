import Testing

@testable import CommandTable

@Suite("Words for a wrong command line")
struct UsageErrorTests {
  @Test(
    "A refusal quotes what was typed, shows the usage and where to read on",
    arguments: [
      (
        ["lst"],
        """
        ferry: unknown command 'lst'; did you mean 'list'?
        Usage: ferry [OPTIONS] COMMAND
        See 'ferry --help'.

        """
      ),
      (
        ["list", "--jsno"],
        """
        ferry: unknown option '--jsno'; did you mean '--json'?
        Usage: ferry list [OPTIONS] [HARBOUR...]
        See 'ferry list --help'.

        """
      ),
      (
        ["ship", "add", "Suomenlinna", "II"],
        """
        ferry: unexpected argument 'II'; quote a name of several words
        Usage: ferry ship add [OPTIONS] NAME
        See 'ferry ship add --help'.

        """
      ),
      (
        ["_complete", "x"],
        """
        ferry: unexpected argument 'x'
        Usage: ferry _complete [OPTIONS]
        See 'ferry _complete --help'.

        """
      ),
      (
        ["list", "-n", "0"],
        """
        ferry: '0' is no value for -n: must be a whole number from 1 to 200
        Usage: ferry list [OPTIONS] [HARBOUR...]
        See 'ferry list --help'.

        """
      ),
      (
        ["list", "--tag"],
        """
        ferry: option '--tag' needs a value: '--tag TAG'
        Usage: ferry list [OPTIONS] [HARBOUR...]
        See 'ferry list --help'.

        """
      ),
      (
        ["ship"],
        """
        ferry: a command is missing: one of add, show
        Usage: ferry ship [OPTIONS] COMMAND
        See 'ferry ship --help'.

        """
      ),
    ])
  func messages(line: [String], expected: String) {
    guard case .refuse(let error) = Ferry.program.start(line) else {
      Issue.record("\(line) was not refused")
      return
    }
    #expect(error.message(for: Ferry.program) == expected)
  }

  @Test("Nothing that a terminal obeys comes back from the command line")
  func printable() {
    guard case .refuse(let error) = Ferry.program.start(["\u{1B}[2Jx\u{9B}\u{202E}\r\n"]) else {
      Issue.record("not refused")
      return
    }
    #expect(
      error.summary == #"unknown command '\u{1B}[2Jx\u{9B}\u{202E}\u{D}\u{A}'"#)
  }

  @Test(
    "A word is suggested for a slip of the finger, and none for another word",
    arguments: [
      ("stauts", "status"), ("satus", "status"), ("statuss", "status"), ("lkiely", "likely"),
      ("sel", "select"), ("slect", "select"), ("STATUS", "status"), ("frobnicate", nil),
      ("s", nil), ("", nil), ("import", nil),
    ])
  func suggestions(word: String, expected: String?) {
    let words = ["status", "likely", "select", "selected", "watch"]
    #expect(Suggestion.nearest(to: word, among: words) == expected)
  }
}
