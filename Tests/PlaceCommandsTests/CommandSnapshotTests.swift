import TestSupport
import Testing

@testable import PlaceCommands

@Suite("What each command prints")
struct CommandSnapshotTests {
  private static let lines: [(name: String, words: [String])] = [
    ("status", ["status"]), ("no-command", []), ("status-history", ["status", "--history"]),
    ("likely", ["likely"]), ("likely-at", ["likely", "-n", "2", "--at", "60.1,24.9"]),
    ("select-rank", ["select", "1"]), ("select-ambiguous", ["select", "Shell"]),
    ("select-no-such-rank", ["select", "9"]), ("selected", ["selected"]), ("clear", ["clear"]),
    ("search", ["search", "kamppi"]), ("search-nothing", ["search", "nowhere"]),
    ("nearby", ["nearby", "mall", "--units", "imperial"]), ("map", ["map"]),
    ("visits", ["visits"]), ("visits-utc", ["visits", "--utc"]),
    ("visits-correct", ["visits", "correct", "1777879800000", "Kamppi Center"]),
    ("visits-correct-unknown", ["visits", "correct", "1777879800000", "nowhere"]),
    ("visits-correct-ambiguous", ["visits", "correct", "1777879800000", "Twin"]),
    ("visits-remove", ["visits", "remove", "1777879800000", "--yes"]),
    ("suggest", ["suggest"]), ("explain", ["explain"]), ("forget", ["forget", "--all", "--yes"]),
    ("place-add", ["place", "add", "Kamppi Center", "--radius", "60m", "--other-name", "sv=K"]),
    ("place-show", ["place", "show", "4711"]),
    ("place-edit", ["place", "edit", "4711", "--street", "", "--housenumber", "2"]),
    ("place-remove", ["place", "remove", "id:4711", "-y"]),
    ("place-list", ["place", "list", "-n3"]),
    ("reload", ["reload"]), ("export", ["export"]), ("export-csv", ["export", "--format", "csv"]),
    ("export-gpx", ["export", "--format=gpx"]), ("export-visits", ["export", "--visits"]),
    ("export-visits-csv", ["export", "--visits", "--format", "csv"]),
    ("wait-fix", ["wait", "fix"]), ("wait-arrived", ["wait", "arrived"]),
    ("wait-selected", ["wait", "selected", "Kamppi Center", "--timeout", "5"]),
    ("wait-time-out", ["wait", "arrived", "id:1", "--timeout", "0.1"]),
    ("usage", ["likly"]), ("usage-option", ["likely", "--limt", "3"]),
    ("select-piped", ["select"]),
  ]

  @Test("In terminals of 60 and 120 columns, in a pipe, as ids and as JSON", arguments: lines)
  func output(name: String, words: [String]) throws {
    let placectl = PlacectlRun()
    defer { placectl.daemon.stop() }
    var text = ""
    func add(_ title: String, _ status: Int32, _ parts: String...) {
      text += "== \(title): \(status)\n" + parts.filter { !$0.isEmpty }.joined(separator: "--\n")
    }
    if name != "select-piped" {
      for columns in [60, 120] {
        let run = try placectl.inTerminal(
          words, columns: columns, environment: ["NO_COLOR": "1"])
        add("\(columns) columns", run.status, run.screen)
        for line in run.screen.split(separator: "\n")
        where !["map", "wait-fix", "wait-arrived"].contains(name)
          && !name.hasPrefix("export")
          && run.status == 0
        {
          #expect(String(line).displayWidth <= columns || !isTable(line), "\(line)")
        }
      }
    }
    for (title, extra) in [("pipe", []), ("ids", ["-q"]), ("JSON", ["--json"])] {
      let run = try placectl.piped(words + extra)
      add(title, run.status, run.output, run.error)
      if !name.hasPrefix("export"), name != "map", title != "JSON" {
        #expect(isPrintable(run.output + run.error))
      }
    }
    #expect(try Snapshot().difference(of: text, from: name + ".txt") == nil)
  }

  /// Tables fit; a message wraps where the terminal wraps it.
  private func isTable(_ line: Substring) -> Bool { line.contains("  ") && !line.hasPrefix(" ") }

  private func isPrintable(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy { String($0) == String($0).printable }
  }

  @Test("A serious warning is the exit status")
  func serious() throws {
    let placectl = PlacectlRun(Harbour.unhealthy)
    defer { placectl.daemon.stop() }
    let run = try placectl.piped(["status"])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("serious: the disk is full\n  make room\n"))
    #expect(try placectl.piped(["-q"]).status == 1)
    #expect(try placectl.piped(["-q"]).output == "")
  }

  @Test("Colour is for terminals that want it, and for who asks")
  func color() throws {
    let placectl = PlacectlRun()
    defer { placectl.daemon.stop() }
    let escape = "\u{1B}["
    #expect(try placectl.inTerminal(["likely"]).screen.contains(escape))
    #expect(try !placectl.inTerminal(["likely", "--color=never"]).screen.contains(escape))
    #expect(
      try !placectl.inTerminal(["likely"], environment: ["NO_COLOR": "1"]).screen.contains(escape))
    #expect(
      try placectl.inTerminal(["likely", "--color=always"], environment: ["NO_COLOR": "1"]).screen
        .contains(escape))
    #expect(try !placectl.piped(["likely"]).output.contains(escape))
    #expect(try placectl.piped(["likely", "--color", "always"]).output.contains(escape))
    #expect(
      try !placectl.inTerminal(["likely"], environment: ["TERM": "dumb"]).screen.contains(escape))
  }
}
