import CommandTable
import Testing

@Suite("Command lines")
struct CommandParserTests {
  private func invocation(_ line: [String]) throws -> Invocation {
    switch Ferry.program.start(line) {
    case .run(let invocation): return invocation
    case .answer(let text): throw Unexpected(what: text)
    case .refuse(let error): throw error
    }
  }

  struct Unexpected: Error { let what: String }

  @Test(
    "A long option takes its value after = or as the next word, whatever that begins with",
    arguments: [
      ["list", "--tag", "-x"], ["list", "--tag=-x"], ["list", "-t", "-x"], ["list", "-t-x"],
      ["list", "-t=-x"], ["list", "-vt-x"], ["list", "-v", "--tag", "-x", "-q"],
    ])
  func values(line: [String]) throws {
    #expect(try invocation(line)[Ferry.tag] == "-x")
  }

  @Test("The next word is the value also when it is -- or an option of the table")
  func valueLikeOption() throws {
    #expect(try invocation(["list", "--tag", "--"])[Ferry.tag] == "--")
    #expect(try invocation(["list", "--tag", "--json"])[Ferry.tag] == "--json")
    #expect(try !invocation(["list", "--tag", "--json"])[Ferry.json])
    #expect(try invocation(["list", "--tag=a=b"])[Ferry.tag] == "a=b")
  }

  @Test("A repeated option keeps all values, any other the last")
  func repeated() throws {
    let line = try invocation(["list", "-n1", "--tag=a", "-n", "2", "-tb", "--limit=3"])
    #expect(line.all(Ferry.tag) == ["a", "b"])
    #expect(line[Ferry.limit] == 3)
  }

  @Test("The program's options hold before and after the command")
  func shared() throws {
    for line in [["--json", "list"], ["list", "--json"], ["-q", "ship", "--json", "add", "x"]] {
      #expect(try invocation(line)[Ferry.json], "\(line)")
    }
    #expect(try invocation(["list"])[Ferry.color] == nil)
    #expect(try invocation(["list", "--color", "never"])[Ferry.color] == .never)
  }

  @Test("Commands are found by their words, and their path is told")
  func paths() throws {
    #expect(try invocation(["ship", "add", "Suomenlinna II"]).path == ["ship", "add"])
    #expect(try invocation(["visits"]).path == ["visits"])
    #expect(try invocation(["visits", "remove", "4"])[Ferry.number] == 4)
  }

  @Test("After -- every word is an argument; - is one anywhere")
  func arguments() throws {
    #expect(
      try invocation(["list", "--", "--json", "-q"]).all(Ferry.harbours) == ["--json", "-q"])
    #expect(try invocation(["load", "-"]).all(Ferry.files) == ["-"])
    #expect(try invocation(["load", "a", "-q", "b"]).all(Ferry.files) == ["a", "b"])
    #expect(try invocation(["ship", "add", "--", "--help"])[Ferry.name] == "--help")
    #expect(try invocation(["completions"])[Ferry.shell] == nil)
  }

  @Test(
    "What is refused is told as data",
    arguments: [
      (["lst"], .unknownCommand("lst", suggestion: "list")),
      (["add", "x"], .unknownCommand("add", suggestion: "ship add")),
      (["ship", "ad"], .unknownCommand("ad", suggestion: "add")),
      (["x"], .unknownCommand("x", suggestion: nil)),
      (["help", "lst"], .unknownCommand("lst", suggestion: "list")),
      (["ship", "help"], .unknownCommand("help", suggestion: nil)),
      (["ship"], .missingCommand(["add", "show"])),
      (["list", "--jsno"], .unknownOption("--jsno", suggestion: "--json")),
      (["list", "--lim=3"], .unknownOption("--lim", suggestion: "--limit")),
      (["list", "--zebra"], .unknownOption("--zebra", suggestion: nil)),
      (["list", "-x"], .unknownOption("-x", suggestion: nil)),
      (["visits", "--limit", "3", "remove", "4"], .unknownOption("--limit", suggestion: nil)),
      (["list", "--tag"], .missingValue(option: "--tag", placeholder: "TAG")),
      (["list", "-n"], .missingValue(option: "-n", placeholder: "N")),
      (["--json=yes", "list"], .unexpectedValue(option: "--json")),
      (["list", "-q=yes"], .unexpectedValue(option: "-q")),
      (
        ["list", "-n", "201"],
        .badValue(of: "-n", value: "201", rule: "a whole number from 1 to 200")
      ),
      (
        ["list", "-n", "3x"], .badValue(of: "-n", value: "3x", rule: "a whole number from 1 to 200")
      ),
      (
        ["list", "--color=pink"],
        .badValue(of: "--color", value: "pink", rule: "auto, always or never")
      ),
      (
        ["ship", "show", "0"],
        .badValue(of: "NUMBER", value: "0", rule: "a whole number of 1 or more")
      ),
      (["ship", "add"], .missingArgument("NAME")),
      (["load"], .missingArgument("FILE")),
      (["ship", "add", "a", "b"], .unexpectedArgument("b", isOnly: false)),
      (["_complete", "x"], .unexpectedArgument("x", isOnly: true)),
      (["visits", "4"], .unknownCommand("4", suggestion: nil)),
    ] as [([String], UsageError.Problem)])
  func refusals(line: [String], problem: UsageError.Problem) {
    #expect {
      _ = try invocation(line)
    } throws: { error in
      (error as? UsageError)?.problem == problem
    }
  }

  @Test("Help and version are answered wherever they stand")
  func answers() {
    for line in [["--version"], ["list", "--version"], ["ship", "--version"]] {
      guard case .answer("ferry 1.2.3\n") = Ferry.program.start(line) else {
        Issue.record("\(line)")
        continue
      }
    }
    for (line, start) in [
      (["--help"], "ferry - "), (["ship", "--help"], "ferry ship - "),
      (["ship", "add", "-h"], "ferry ship add - "), (["list", "-qh", "--zebra"], "ferry list - "),
      (["help"], "ferry - "), (["help", "ship"], "ferry ship - "),
      (["-q", "help", "ship", "add"], "ferry ship add - "),
    ] {
      guard case .answer(let text) = Ferry.program.start(line), text.hasPrefix(start) else {
        Issue.record("\(line)")
        continue
      }
    }
  }
}
