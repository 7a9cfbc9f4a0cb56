import CommandTable
import Configuration
import Foundation
import TestSupport
import Testing

@testable import PlaceWeb

@Suite("Files of the map page that are shipped")
struct ShippedFileTests {
  private static let records = ProcessInfo.processInfo.environment["PLACED_RECORD"] != nil

  @Test(
    "The generated parts of placed-web(8) are those of the table, and mandoc finds nothing wrong")
  func manual() throws {
    let path = Checkout.path("man/placed-web.8")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let made = CommandTable.ManualPage(WebProgram.program).updating(page)
    if Self.records {
      try made.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(page == made)
    }
    if let mandoc = ProgramRun.find("mandoc") {
      let run = try ProgramRun(mandoc, ["-T", "lint", "-W", "warning", path])
      #expect(run.output == "" && run.status == 0, "\(run.output)")
    }
  }

  @Test("placed-web(8) has every key with its default, in its section, and no other")
  func keys() throws {
    let page = try String(contentsOfFile: Checkout.path("man/placed-web.8"), encoding: .utf8)
    var section = ""
    var shown: [String] = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix(".Ss [") { section = String(line.dropFirst(4)) }
      if line.hasPrefix(".It Cm ") { shown.append(section + " " + line.dropFirst(7)) }
    }
    var wanted: [String] = []
    let text = ConfigurationText.effective(WebSettings(), keys: WebSettings.keys)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") { section = String(line) } else { wanted.append(section + " " + line) }
    }
    #expect(
      shown.map { $0.trimmingCharacters(in: .whitespaces) }
        == wanted.map { $0.trimmingCharacters(in: .whitespaces) })
  }

  @Test("etc/placed-web.conf has every key with its default, commented out")
  func example() throws {
    let path = Checkout.path("etc/placed-web.conf")
    let expected = """
      # Configuration of placed-web, the map page; placed-web(8) explains each key.
      # Files placed-web.conf.d/*.conf beside this one are read after it. Check with
      # placed-web --check-config, then systemctl restart placed-web.


      """ + ConfigurationText.example(defaults: WebSettings(), keys: WebSettings.keys)
    if Self.records { try expected.write(toFile: path, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
  }

  @Test(
    "A value that breaks its rule is reported where it stands",
    arguments: [
      ("[web]\nlisten = localhost:80", "IP address"), ("[web]\nlisten = 127.0.0.1", "IP address"),
      ("[web]\nlisten = 127.0.0.1:99999", "IP address"), ("[web]\nhost = http://car", "host name"),
      ("[map]\ntiles = map.mbtiles", "NAME:FILE"), ("[map]\ntiles = a/b:/x", "NAME:FILE"),
      ("[map]\ntiles = none:/x", "NAME:FILE"), ("[map]\nzoom_precise = 40", "out of range"),
      ("[map]\nbackground = red", "#rrggbb"), ("[map]\ntheme = night", "theme"),
      ("[map]\nzoom = 3", "unknown key"),
    ])
  func mistakes(text: String, words: String) {
    var parser = ConfigurationParser(keys: WebSettings.keys, defaults: WebSettings())
    parser.read(text.utf8, file: "placed-web.conf")
    #expect(parser.problems.count == 1 && parser.problems[0].line == 2)
    #expect(parser.problems.first?.description.contains(words) == true)
  }

  @Test(
    "The service's exposure is 1.5 at most, and its unit has no mistake",
    .enabled(if: ProgramRun.find("systemd-analyze") != nil, "needs systemd-analyze"))
  func unit() throws {
    let run = try ProgramRun(
      "/usr/bin/systemd-analyze",
      ["security", "--offline=true", "--threshold=15", Checkout.path("systemd/placed-web.service")])
    #expect(run.status == 0, "\(run.output.suffix(200)) \(run.error)")
  }

  @Test("An event stream replaces waiting positions, and all by the state when too much waits")
  func queue() {
    var states = 0
    let stream = EventStream {
      states += 1
      return EventStream.Frame(topic: "state", id: UInt64(states), data: "{}".utf8, replaces: true)
    }
    func take(_ size: Int = 1 << 20) -> String {
      var bytes = [UInt8](repeating: 0, count: size)
      let count = bytes.withUnsafeMutableBytes { stream.take(into: $0) }
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
    #expect(take() == "retry: 1000\n\nevent: state\nid: 1\ndata: {}\n\n")
    #expect(take() == "")
    for id in 2...9 {
      stream.send(.init(topic: "fix", id: UInt64(id), data: "\(id)".utf8, replaces: true))
    }
    // The first may be half sent and stays; of the rest the newest counts.
    #expect(take() == "event: fix\nid: 2\ndata: 2\n\nevent: fix\nid: 9\ndata: 9\n\n")
    for id in 10...200 { stream.send(.init(topic: "passed", id: UInt64(id), data: "x".utf8)) }
    let rest = take()
    #expect(states > 1 && rest.contains("event: state"))
    #expect(rest.components(separatedBy: "event: ").count <= EventStream.longestQueue + 1)
    stream.send(.init(topic: "passed", id: 1, data: "abcdef".utf8))
    #expect(take(10) + take(10) + take() == "event: passed\nid: 1\ndata: abcdef\n\n")
    var ended = 0
    stream.onEnd = { ended += 1 }
    stream.end()
    stream.end()
    #expect(ended == 1)
  }
}
