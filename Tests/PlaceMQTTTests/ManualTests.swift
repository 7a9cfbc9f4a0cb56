import CommandTable
import Configuration
import Foundation
import PlaceMQTT
import TestSupport
import Testing

@Suite("The manual, the example configuration and the unit of placed-mqtt")
struct ManualTests {
  private let isRecording = ProcessInfo.processInfo.environment["PLACED_RECORD"] != nil

  @Test("The generated parts of placed-mqtt(8) are those of the table")
  func program() throws {
    let path = Checkout.path("man/placed-mqtt.8")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let made = ManualPage(MQTTProgram.program).updating(page)
    if isRecording {
      try made.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(page == made)
    }
  }

  @Test("placed-mqtt(8) has every key with its default, in its section, and no other")
  func keys() throws {
    let page = try String(contentsOfFile: Checkout.path("man/placed-mqtt.8"), encoding: .utf8)
    var section = ""
    var shown: [String] = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix(".Ss [") { section = String(line.dropFirst(4)) }
      if line.hasPrefix(".It Cm ") { shown.append(section + " " + line.dropFirst(7)) }
    }
    let text = ConfigurationText.effective(MQTTSettings(), keys: MQTTSettings.keys)
    var wanted: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") { section = String(line) } else { wanted.append(section + " " + line) }
    }
    #expect(shown == wanted)
  }

  @Test(
    "mandoc finds nothing wrong", .enabled(if: ProgramRun.find("mandoc") != nil, "needs mandoc"))
  func lint() throws {
    let run = try ProgramRun(
      try #require(ProgramRun.find("mandoc")),
      ["-T", "lint", "-W", "warning", Checkout.path("man/placed-mqtt.8")])
    #expect(run.output == "" && run.status == 0, "\(run.output)")
  }

  @Test("etc/placed-mqtt.conf has every key with its default, commented out")
  func example() throws {
    let path = Checkout.path("etc/placed-mqtt.conf")
    let expected = """
      # Configuration of placed-mqtt, the bridge to an MQTT broker; placed-mqtt(8) explains each key.
      # Files placed-mqtt.conf.d/*.conf beside this one are read after it. Check with
      # placed-mqtt --check-config, then systemctl restart placed-mqtt.


      """ + ConfigurationText.example(defaults: MQTTSettings(), keys: MQTTSettings.keys)
    if isRecording {
      try expected.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
  }

  @Test("The example with its keys uncommented is the defaults")
  func uncommented() throws {
    let text = try String(contentsOfFile: Checkout.path("etc/placed-mqtt.conf"), encoding: .utf8)
    let keys = Set(MQTTSettings.keys.map(\.name))
    let lines = text.split(separator: "\n").map { line in
      keys.contains { line.hasPrefix("#\($0) = ") } ? line.dropFirst() : line
    }
    var parser = ConfigurationParser(keys: MQTTSettings.keys, defaults: MQTTSettings())
    parser.read(lines.joined(separator: "\n").utf8, file: "placed-mqtt.conf")
    #expect(parser.problems == [] && parser.settings == MQTTSettings())
  }

  @Test(
    "The unit leaves little open",
    .enabled(if: ProgramRun.find("systemd-analyze") != nil, "needs systemd"))
  func unit() throws {
    let run = try ProgramRun(
      "/usr/bin/systemd-analyze",
      [
        "security", "--offline=true", "--threshold=15", "--no-pager",
        Checkout.path("systemd/placed-mqtt.service"),
      ])
    #expect(run.status == 0, "more than 1.5: \(run.output.suffix(200))")
  }
}
