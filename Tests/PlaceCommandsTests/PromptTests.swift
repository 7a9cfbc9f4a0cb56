import TestSupport
import Testing

@Suite("Asking on a terminal")
struct PromptTests {
  private let placectl = PlacectlRun()
  private static let question = "Which? 1–3, a name, or q: "

  private func selecting(_ answers: String...) throws -> (TerminalRun, asked: [String]) {
    let run = try placectl.inTerminal(
      ["select"], typing: answers.map { .init(after: Self.question, $0) })
    placectl.daemon.stop()
    return (run, placectl.daemon.requests.filter { $0.contains(#""method":"select""#) })
  }

  @Test("A number picks by id, so that a list that changed meanwhile picks nothing else")
  func number() throws {
    let (run, asked) = try selecting("2\n")
    #expect(run.status == 0)
    #expect(asked.count == 1 && asked[0].contains(#""params":{"place":12}"#))
    #expect(run.screen.contains("   1    62 %"))
    #expect(run.screen.hasSuffix("Selected: Kamppi Center\n"))
  }

  @Test("A name picks by name, an id by id")
  func name() throws {
    #expect(try selecting("Forum \n").asked.first?.contains(#"{"name":"Forum"}"#) == true)
    let other = PlacectlRun()
    defer { other.daemon.stop() }
    _ = try other.inTerminal(["select"], typing: [.init(after: Self.question, "id:77\n")])
    #expect(other.daemon.requests.last?.contains(#"{"place":77}"#) == true)
  }

  @Test("q, and the end of the input, pick nothing", arguments: ["q\n", "\u{4}"])
  func quit(answer: String) throws {
    let (run, asked) = try selecting(answer)
    #expect(run.status == 1)
    #expect(asked.isEmpty)
    #expect(run.screen.contains("nothing was selected"))
  }

  @Test("A number that is not in the list, and an empty line, are asked again")
  func again() throws {
    let (run, asked) = try selecting("9\n", "\n", "1\n")
    #expect(run.status == 0)
    #expect(asked.count == 1 && asked[0].contains(#"{"place":4711}"#))
  }

  @Test("What is no line of text, as an arrow key sends, picks nothing and is asked again")
  func controlCharacters() throws {
    let (run, asked) = try selecting("Ho\u{16}\u{1B}[2Jme\n", "\u{1B}[B\n", "2\n")
    #expect(run.status == 0)
    #expect(asked.count == 1 && asked[0].contains(#"{"place":12}"#))
    #expect(!run.screen.contains("\u{1B}[2J"))
  }

  @Test("Ctrl-C ends with 130 and picks nothing")
  func interrupted() throws {
    let (run, asked) = try selecting("\u{3}")
    #expect(run.status == 130)
    #expect(asked.isEmpty)
  }

  @Test("The prompt is on standard error, the result alone on standard output")
  func redirected() throws {
    defer { placectl.daemon.stop() }
    let out = placectl.scratch.file("out")
    let run = try TerminalRun(
      "/bin/sh",
      ["-c", "\(PlacectlRun.program) select --json --socket \(placectl.daemon.path) >\(out)"],
      columns: 80, environment: PlacectlRun.environment(placectl.scratch),
      typing: [.init(after: Self.question, "1\n")])
    #expect(run.status == 0)
    let printed = try String(contentsOfFile: out, encoding: .utf8)
    #expect(printed.hasPrefix(#"{"selected":{"place":{"id":4711"#))
    #expect(printed.split(separator: "\n").count == 1)
  }

  @Test(
    "Removing and forgetting ask, and do nothing without a yes",
    arguments: [
      (["place", "remove", "4711"], "Remove Kamppi Center (id 4711)? [y/N] ", "place.remove"),
      (["visits", "remove", "5"], "Remove visit 5? [y/N] ", "visit.remove"),
      (["forget", "--all"], "Erase all visits and all that was learned? [y/N] ", "forget"),
    ])
  func confirmation(words: [String], question: String, method: String) throws {
    for (answer, status, count) in [("y\n", 0, 1), ("yes\n", 0, 2), ("n\n", 1, 2), ("\n", 1, 2)] {
      let run = try placectl.inTerminal(words, typing: [.init(after: question, answer)])
      #expect(Int(run.status) == status, "\(run.screen)")
      let asked = placectl.daemon.requests.filter { $0.contains("\"method\":\"\(method)\"") }
      #expect(asked.count == count, "\(answer)")
    }
    let piped = try placectl.piped(words, input: "y\n")
    #expect(piped.status == 2)
    #expect(piped.error.contains("--yes"))
    placectl.daemon.stop()
  }
}
