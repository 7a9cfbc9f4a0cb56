import CommandTable
import TestSupport
import Testing

@Suite("Texts made from a command table")
struct SnapshotTests {
  private let snapshots = Snapshot()

  @Test(
    "Help",
    arguments: [
      ("help-program.txt", ["--help"]), ("help-program-short.txt", ["-h"]),
      ("help-command.txt", ["list", "--help"]), ("help-command-short.txt", ["list", "-h"]),
      ("help-group.txt", ["ship", "--help"]), ("help-mixed.txt", ["visits", "--help"]),
    ])
  func help(name: String, line: [String]) throws {
    guard case .answer(let text) = Ferry.program.start(line) else {
      Issue.record("no help")
      return
    }
    #expect(try snapshots.difference(of: text, from: name) == nil)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 && $0.last != " " })
  }

  @Test("Completions", arguments: Shell.allCases)
  func completions(shell: Shell) throws {
    let text = shell.completions(for: Ferry.program)
    #expect(try snapshots.difference(of: text, from: "completions.\(shell.rawValue)") == nil)
    #expect(!text.contains("answers completions"))
  }

  @Test("Parts of a manual page")
  func manual() throws {
    for (program, name) in [(Ferry.program, "ferry.1"), (Ferry.daemon, "ferryd.8")] {
      let parts = ManualPage.Part.allCases.map { ManualPage(program).text(of: $0) }
      #expect(try snapshots.difference(of: parts.joined(), from: name) == nil)
    }
  }

  @Test("Only the generated parts of a manual page are replaced")
  func manualUpdate() {
    let page = """
      .Sh OPTIONS
      By hand.
      .\\" begin options (generated)
      old
      .\\" end options
      By hand, too.

      """
    let updated = ManualPage(Ferry.daemon).updating(page)
    #expect(updated.hasPrefix(".Sh OPTIONS\nBy hand.\n.\\\" begin options (generated)\n.Bl "))
    #expect(updated.hasSuffix("\n.El\n.\\\" end options\nBy hand, too.\n"))
    #expect(!updated.contains("old"))
    #expect(ManualPage(Ferry.daemon).updating(updated) == updated)
  }
}
