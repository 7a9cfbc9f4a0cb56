import CommandTable
import Configuration
import Foundation
import PlaceDaemon
import TestSupport
import Testing

@Suite("Manual pages of the daemon")
struct ManualTests {
  @Test("The generated parts of placed(8) are those of the table")
  func program() throws {
    let path = Checkout.path("man/placed.8")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let made = CommandTable.ManualPage(PlacedProgram.program).updating(page)
    if ProcessInfo.processInfo.environment["PLACED_RECORD"] != nil {
      try made.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(page == made)
    }
  }

  @Test("placed.conf(5) has every key with its default, in its section, and no other")
  func configuration() throws {
    let page = try String(contentsOfFile: Checkout.path("man/placed.conf.5"), encoding: .utf8)
    var section = ""
    var shown: [String] = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix(".Sh [") { section = String(line.dropFirst(4).prefix { $0 != " " }) }
      if line.hasPrefix(".It Cm ") { shown.append(section + " " + line.dropFirst(7)) }
    }
    let text = ConfigurationText.effective(Settings(), keys: Settings.keys)
    var wanted: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") { section = String(line) } else { wanted.append(section + " " + line) }
    }
    #expect(shown == wanted)
  }

  @Test(
    "mandoc finds nothing wrong", .enabled(if: ProgramRun.find("mandoc") != nil, "needs mandoc"),
    arguments: ["placed.8", "placed.conf.5", "placed-protocol.7"])
  func lint(name: String) throws {
    let run = try ProgramRun(
      try #require(ProgramRun.find("mandoc")),
      ["-T", "lint", "-W", "warning", Checkout.path("man/" + name)])
    #expect(run.output == "" && run.status == 0, "\(run.output)")
  }
}
