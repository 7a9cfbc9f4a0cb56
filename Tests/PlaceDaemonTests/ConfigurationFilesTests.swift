import Configuration
import Foundation
import TestSupport
import Testing

@testable import PlaceDaemon

@Suite("Configuration files")
struct ConfigurationFilesTests {
  @Test("Drop-ins beside the file are read after it, in the order of their names")
  func dropIns() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write("[places]\nlimit = 1\nlanguage = fi\n", to: "placed.conf")
    mkdir(scratch.file("placed.conf.d"), 0o755)
    _ = try scratch.write("[places]\nlimit = 3\n", to: "placed.conf.d/20.conf")
    _ = try scratch.write("[places]\nlimit = 2\n", to: "placed.conf.d/10.conf")
    _ = try scratch.write("[places]\nlimit = 9\n", to: "placed.conf.d/.hidden.conf")
    _ = try scratch.write("[places]\nlimit = 8\n", to: "placed.conf.d/30.conf.bak")
    let (settings, problems) = Settings.files(path: path).load()
    #expect(problems.isEmpty)
    #expect(settings.likelyLimit == 3 && settings.languages == ["fi"])
  }

  @Test("/dev/null, and an empty file, ask for the defaults")
  func nothing() throws {
    let scratch = ScratchDirectory()
    let empty = try scratch.write("", to: "empty.conf")
    for path in ["/dev/null", empty] {
      let (settings, problems) = Settings.files(path: path).load()
      #expect(problems.isEmpty && settings == Settings())
    }
  }

  @Test("A named file that is missing, a folder, or over a mebibyte is a problem")
  func unreadable() throws {
    let scratch = ScratchDirectory()
    let big = try scratch.write(String(repeating: "#\n", count: 600_000), to: "big.conf")
    for (path, word) in [
      (scratch.file("none.conf"), "No such file"), (scratch.path, "it is no file"), (big, "1 MiB"),
    ] {
      let problems = Settings.files(path: path).load().problems
      #expect(problems.count == 1)
      #expect(problems.first?.description.hasPrefix("\(path):1:1: error: ") == true)
      #expect(problems.first?.message.contains(word) == true)
    }
  }
}
