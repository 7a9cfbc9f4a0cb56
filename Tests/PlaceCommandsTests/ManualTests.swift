import CommandTable
import Foundation
import PlaceCommands
import TestSupport
import Testing

@Suite("The manual, the help and the completions of placectl")
struct ManualTests {
  private static let page = Checkout.path("man/placectl.1")

  @Test("placectl(1) says what the command table says")
  func placectlManual() throws {
    let page = try String(contentsOfFile: Self.page, encoding: .utf8)
    for part in ManualPage.Part.allCases {
      #expect(page.contains(".\\\" begin \(part.rawValue) (generated)"))
    }
    let updated = ManualPage(Placectl.program).updating(page)
    #expect(try Snapshot.difference(of: updated, fromFile: Self.page) == nil)
    let headings = ManualPage(Placectl.program).text(of: .commands).split(separator: "\n")
      .filter { $0.hasPrefix(".Ss ") }
    #expect(headings.count > 3 && Set(headings).count == headings.count, "\(headings)")
  }

  @Test(
    "placectl(1) is good mdoc",
    .enabled(if: ProgramRun.find("mandoc") != nil, "mandoc is not installed"))
  func lint() throws {
    let run = try ProgramRun("/usr/bin/mandoc", ["-T", "lint", Self.page])
    // Pages of this project are not installed where the test runs.
    let findings = run.output.split(separator: "\n").filter {
      !$0.contains("referenced manual not found")
    }
    #expect(findings == [])
    // Quotes that close together opened one in another: a list was put into one macro.
    let text = try ProgramRun("/usr/bin/mandoc", ["-T", "utf8", Self.page]).output
    #expect(text.contains("‘3 h’, ‘7 d’") && !text.contains("’’"))
  }

  @Test("Every command of the contract is there, and in the manual")
  func complete() throws {
    let page = try String(contentsOfFile: Self.page, encoding: .utf8)
    for words in [
      "status", "likely", "select", "selected", "clear", "watch", "wait", "search", "nearby",
      "place add", "place show", "place edit", "place remove", "place list", "import", "export",
      "visits", "visits correct", "visits remove", "suggest", "forget", "map", "explain", "doctor",
      "backup", "restore", "reload", "completions",
    ] {
      let run = try ProgramRun(
        PlacectlRun.program, words.split(separator: " ").map(String.init) + ["--help"])
      #expect(run.status == 0 && run.output.hasPrefix("placectl \(words) - "), "\(words)")
      #expect(run.error == "")
      #expect(page.contains("\n.It Ic \(words)"), "\(words)")
    }
  }

  @Test("The help of the whole program")
  func help() throws {
    let run = try ProgramRun(PlacectlRun.program, ["--help"])
    #expect(run.status == 0)
    #expect(try Snapshot().difference(of: run.output, from: "help.txt") == nil)
  }

  @Test("Each shell's script is printed, and that shell can read it", arguments: Shell.allCases)
  func completions(shell: Shell) throws {
    let run = try ProgramRun(PlacectlRun.program, ["completions", shell.rawValue])
    #expect(run.status == 0)
    #expect(run.output == shell.completions(for: Placectl.program))
    guard let program = ProgramRun.find(shell.rawValue) else { return }
    let scratch = ScratchDirectory()
    let check = try ProgramRun(program, ["-n", try scratch.write(run.output, to: "script")])
    #expect(check.status == 0 && check.error == "")
  }

  /// The words of each call of placectl in the indented lines of a page, without what a shell does
  /// with its output.
  private func calls(in page: String) throws -> [[String]] {
    let text = try String(contentsOfFile: Checkout.path(page), encoding: .utf8)
    return text.replacing(/\$\([^)]*\)/, with: "x").split(separator: "\n")
      .filter { $0.hasPrefix("    ") }.flatMap { line in
        line.ranges(of: /(^|[ (\/])placectl(?= |$)/).map { range in
          var words = [""]
          var quote: Character?
          for character in line[range.upperBound...] {
            if character == quote {
              quote = nil
            } else if quote != nil {
              words[words.count - 1].append(character)
            } else if "\"'".contains(character) {
              quote = character
            } else if "|&;><)#".contains(character) {
              break
            } else if character == " " {
              words.append("")
            } else {
              words[words.count - 1].append(character)
            }
          }
          return words.filter { !$0.isEmpty && $0 != "2" }
        }
      }
  }

  @Test(
    "What the pages tell to type is understood",
    arguments: [
      "README.md", "docs/operations.md", "docs/recipes.md", "docs/sources.md", "docs/map.md",
      "docs/fleet.md",
    ])
  func pages(page: String) throws {
    let calls = try calls(in: page)
    #expect(!calls.isEmpty)
    for words in calls {
      if case .refuse(let error) = Placectl.program.start(words) {
        Issue.record("placectl \(words.joined(separator: " ")): \(error.summary)")
      }
    }
  }

  @Test("An option takes a value in every command or in none")
  func arity() {
    var kinds: [String: Bool] = [:]
    func visit(_ command: Command) {
      for option in command.options {
        let takesValue = option.value != nil
        #expect(kinds[option.long] ?? takesValue == takesValue, "--\(option.long)")
        kinds[option.long] = takesValue
      }
      for below in command.commands { visit(below) }
    }
    visit(Placectl.program.command)
  }

  @Test("Names of places are completed, and what cannot be typed as a name by its id")
  func places() throws {
    let placectl = PlacectlRun()
    defer { placectl.daemon.stop() }
    func offered(
      _ kind: String, _ word: String, _ placectl: PlacectlRun = placectl
    ) throws -> [String] {
      let run = try placectl.piped(["_complete", kind, "--", word])
      #expect(run.status == 0 && run.error == "")
      return run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try offered("places", "kam") == ["Kamppi Center"])
    #expect(try offered("likely", "") == ["Kamppi Center", "東京すし居酒屋カンピ店とても長い名前の店", "id:7"])
    #expect(try offered("ids", "47") == ["4711"])
    #expect(try offered("places", "id:1") == ["id:12"])
    let hyphen = PlacectlRun { method, _ in
      .result(method == "hello" ? FakeDaemon.hello : #"{"places":[{"id":9,"name":"-dash"}]}"#)
    }
    defer { hyphen.daemon.stop() }
    #expect(try offered("likely", "", hyphen) == ["id:9"])
  }

  @Test("A shell never waits for a daemon that is down or hung, and is told nothing")
  func silence() throws {
    let hung = PlacectlRun { _, _ in .silence }
    defer { hung.daemon.stop() }
    let run = try hung.piped(["_complete", "places", "--", "x"])
    #expect(run.status == 0 && run.output == "" && run.error == "")
    hung.daemon.stop()
    let down = try hung.piped(["_complete", "places", "--", "-"])
    #expect(down.status == 0 && down.output == "" && down.error == "")
  }
}
