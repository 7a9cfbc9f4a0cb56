import Configuration
import Foundation
import TestSupport
import Testing

@Suite("Configuration files that are shipped")
struct ExampleFileTests {
  @Test("etc/placed.conf has every key with its default, commented out")
  func example() throws {
    let path = Checkout.path("etc/placed.conf")
    let expected = """
      # Configuration of placed, the place daemon; placed.conf(5) explains each key.
      # Files placed.conf.d/*.conf beside this one are read after it. Check with
      # placed --check-config, then placectl reload.


      """ + ConfigurationText.example(defaults: Settings(), keys: Settings.keys)
    if ProcessInfo.processInfo.environment["PLACED_RECORD"] != nil {
      try expected.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
  }

  @Test("etc/placed.conf with its keys uncommented is the defaults")
  func uncommented() throws {
    let text = try String(contentsOfFile: Checkout.path("etc/placed.conf"), encoding: .utf8)
    let keys = Set(Settings.keys.map(\.name))
    let lines = text.split(separator: "\n").map { line in
      keys.contains { line.hasPrefix("#\($0) = ") } ? line.dropFirst() : line
    }
    var parser = ConfigurationParser(keys: Settings.keys, defaults: Settings())
    parser.read(lines.joined(separator: "\n").utf8, file: "placed.conf")
    #expect(parser.problems == [] && parser.settings == Settings())
  }
}
