import Foundation
import Geography
import JSON
import PlaceProtocol
import TestSupport
import Testing

/// The examples of placed-protocol(7): what a client sends, and what it gets.
private struct ManualPage {
  /// One message as it is shown: a `->` line or a `<-` line with the lines that go on with it.
  struct Message {
    var isRequest: Bool
    var text: String
  }

  private(set) var text: String
  static let path = Checkout.path("man/placed-protocol.7")

  init() throws { text = try String(contentsOfFile: Self.path, encoding: .utf8) }

  /// The blocks of messages, in the order of the page.
  var examples: [[Message]] {
    var blocks: [[Message]] = []
    for block in text.components(separatedBy: ".Bd -literal -offset 2n\n").dropFirst() {
      let body = block.components(separatedBy: ".Ed").first ?? ""
      var messages: [Message] = []
      for line in body.split(separator: "\n") {
        if line.hasPrefix("-> ") || line.hasPrefix("<- ") {
          messages.append(
            Message(isRequest: line.hasPrefix("->"), text: Self.plain(line.dropFirst(3))))
        } else if !messages.isEmpty {
          messages[messages.count - 1].text += Self.plain(line.drop { $0 == " " })
        }
      }
      if !messages.isEmpty { blocks.append(messages) }
    }
    return blocks
  }

  /// What mandoc shows for a line: `\e` is a backslash.
  private static func plain(_ line: Substring) -> String {
    line.replacingOccurrences(of: "\\e", with: "\\")
  }

  /// A message as lines of at most 74 columns, broken after commas.
  static func lines(_ message: Message) -> String {
    var lines = [message.isRequest ? "-> " : "<- "]
    var word = ""
    var isString = false
    var isEscaped = false
    func flush() {
      if lines[lines.count - 1].count + word.count > 74 { lines.append("   ") }
      lines[lines.count - 1] += word
      word = ""
    }
    for character in message.text {
      word.append(character)
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isString.toggle()
      }
      if character == "," && !isString { flush() }
    }
    flush()
    return lines.joined(separator: "\n").replacingOccurrences(of: "\\", with: "\\e") + "\n"
  }

  /// Puts other messages in the place of the examples.
  mutating func replaceExamples(_ blocks: [[Message]]) {
    var parts = text.components(separatedBy: ".Bd -literal -offset 2n\n")
    var index = 0
    for part in parts.indices.dropFirst()
    where parts[part].hasPrefix("-> ") || parts[part].hasPrefix("<- ") {
      let rest = parts[part].components(separatedBy: ".Ed").dropFirst().joined(separator: ".Ed")
      parts[part] = blocks[index].map(Self.lines).joined() + ".Ed" + rest
      index += 1
    }
    text = parts.joined(separator: ".Bd -literal -offset 2n\n")
  }
}

/// Members whose values differ from machine to machine and from run to run: their kind counts.
private let varying: Set<String> = [
  "version", "uptime_s", "memory_kib", "since", "age_s", "health", "history", "likelihood",
  "within",
  "elsewhere", "density", "prior", "learned", "rules", "filter", "url", "source", "message", "hint",
  "seq", "data", "reason", "dropped",
  // What the user does to a visit is dated by when he does it.
  "visit.params.id", "visit.params.time", "visit.params.reported_at",
]

/// Where `actual`, a message about `path`, is not of the shape that `shown` promises; nil where it is.
private func difference(_ shown: JSONValue, _ actual: JSONValue, at path: String = "") -> String? {
  let isVarying =
    varying.contains(path)
    || varying.contains(path.split(separator: ".").last.map(String.init) ?? "")
  switch (shown, actual) {
  case (.object(let left), .object(let right)):
    if isVarying { return nil }
    let names = (Set(left.map(\.name)), Set(right.map(\.name)))
    guard names.0 == names.1 else { return "\(path): \(names.0.symmetricDifference(names.1))" }
    return left.lazy.compactMap { member in
      difference(member.value, actual[member.name]!, at: path + "." + member.name)
    }.first
  case (.array(let left), .array(let right)):
    if isVarying { return nil }
    guard left.count == right.count else { return "\(path): \(left.count), \(right.count)" }
    return zip(left, right).lazy.compactMap { difference($0, $1, at: path) }.first
  case (.string, .string), (.integer, .integer), (.integer, .number), (.number, .integer),
    (.number, .number), (.bool, .bool):
    return isVarying || shown == actual ? nil : "\(path): \(shown), \(actual)"
  default: return shown == actual ? nil : "\(path): \(shown), \(actual)"
  }
}

@Suite("placed-protocol(7)")
struct ProtocolManualTests {
  private static let cafe = at(60.17, 24.94)
  private static let corner = at(60.164, 24.94)

  /// Three times from a street corner to a café and back, standing 200 s at each; the last stop lasts.
  private static var recording: (text: String, end: UTCTime) {
    var time = UTCTime("2026-05-04T07:30:00Z")!
    var text = ""
    func stand(_ position: Coordinate) {
      for _ in 0..<200 {
        text += Recordings.epoch(time, position, knots: 0)
        time = time.advanced(bySeconds: 1)
      }
    }
    func drive(_ start: Coordinate, _ end: Coordinate) {
      let meters = start.distance(to: end)
      for step in 0..<Int(meters / 12) {
        text += Recordings.epoch(
          time, start.moved(Double(step) * 12, towards: start.bearing(to: end)), knots: 23.3)
        time = time.advanced(bySeconds: 1)
      }
    }
    for round in 0..<3 {
      stand(corner)
      drive(corner, cafe)
      stand(cafe)
      if round < 2 { drive(cafe, corner) }
    }
    return (text, time.advanced(bySeconds: -1))
  }

  private static func fillTable(_ scratch: ScratchDirectory) throws {
    let daemon = try DaemonProcess(in: scratch)
    for place: JSONValue in [
      [
        "name": "Kahvila Helmi", "lat": 60.17, "lon": 24.94, "radius_m": 20, "category": "cafe",
        "address": [
          "street": "Mannerheimintie", "housenumber": "5", "locality": "Helsinki",
          "country_code": "FI",
        ], "names": ["en": "Pearl Café"],
      ],
      ["name": "Kirjasto", "lat": 60.1703, "lon": 24.9406, "radius_m": 15, "category": "library"],
      ["name": "Puisto", "lat": 60.167, "lon": 24.94, "radius_m": 40, "category": "park"],
      [
        "name": "Helsinki", "lat": 60.1699, "lon": 24.9384, "radius_m": 8000, "category": "city",
        "address": ["country_code": "FI"],
      ],
    ] { _ = try daemon.result("place.add", place) }
    daemon.stop()
  }

  @Test("Every example is what the daemon answers and tells")
  func examples() throws {
    let scratch = ScratchDirectory()
    try Self.fillTable(scratch)
    let recording = Self.recording
    let path = try scratch.write(recording.text, to: "drive.nmea")
    let topics =
      "fix,likely,selected,arrived,departed,passed,visit,current,here,source,access,places"
    let replay = try ProgramRun(
      BuiltProgram.path("placed"),
      [
        "--replay", path, "--database", scratch.file("places.db"), "--events", topics,
      ])
    #expect(replay.status == 0 && replay.error == "")
    var told = try replay.output.split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }

    let settings =
      "[source]\nstale_after = 1 h\nurl = file:\(path)?speed=max\n[access]\nprecise = root"
    let daemon = try DaemonProcess(in: scratch, configuration: settings + "\n", arguments: [])
    let deadline = DaemonProcess.now + 60
    while try daemon.call("fix")["result"]?["fix"]?["time"]?.string != recording.end.description {
      try #require(DaemonProcess.now < deadline, "the recording did not come to its end")
    }
    let listener = try daemon.connect()
    _ = try listener.call(
      "subscribe", ["events": .array(topics.split(separator: ",").map { .string(String($0)) })])
    let client = try daemon.connect()
    var page = try ManualPage()
    let isRecording = ProcessInfo.processInfo.environment["PLACED_RECORD"] != nil

    // Requests in the order of the page, each on one connection.
    var blocks = page.examples
    for (block, messages) in blocks.enumerated() {
      var answers: [ManualPage.Message] = []
      for (index, message) in messages.enumerated() where message.isRequest {
        var request = message.text
        if isRecording, request.contains("@VISIT") {
          let newest = try daemon.result("visits", ["limit": 1])["visits"]?.array?.first
          request = request.replacingOccurrences(
            of: "@VISIT", with: String(try #require(newest?["id"]?.int)))
        }
        client.send(line: request)
        let answer = try #require(client.line())
        answers.append(ManualPage.Message(isRequest: true, text: request))
        answers.append(
          ManualPage.Message(
            isRequest: false, text: answer.replacingOccurrences(of: scratch.path, with: "/tmp")))
        guard !isRecording, index + 1 < messages.count else { continue }
        let shown = try JSONValue(parsing: messages[index + 1].text.utf8)
        let actual = try JSONValue(parsing: answer.utf8)
        #expect(difference(shown, actual) == nil, "\(request)\n\(answer)")
      }
      if messages.contains(where: \.isRequest) { blocks[block] = answers }
    }

    // What the session told: also a source that changes, and a user whose access does.
    let other = getuid() == 0 ? try daemon.connect(as: 3001) : nil
    if let other {
      _ = try scratch.write(settings + ", user:3001\n", to: "placed.conf")
      _ = try daemon.result("reload")
      _ = try other.call("subscribe", ["events": ["access"]])
    }
    _ = try scratch.write("[source]\nurl = none\n[access]\nprecise = root\n", to: "placed.conf")
    _ = try daemon.result("reload")
    if let note = other.flatMap({ $0.line() }) { told.append(try JSONValue(parsing: note.utf8)) }
    _ = listener.line()
    while let line = listener.line(within: 0.5) { told.append(try JSONValue(parsing: line.utf8)) }
    told.append(try lagged(daemon))

    for (block, messages) in blocks.enumerated() {
      guard messages.count == 1, let message = messages.first, !message.isRequest else { continue }
      let shown = try JSONValue(parsing: message.text.utf8)
      let topic = shown["method"]?.string
      let candidates = told.filter { $0["method"]?.string == topic }
      if isRecording {
        let actual = try #require(candidates.last, "no notification of \(topic ?? "")")
        var writer = JSONWriter()
        writer.value(actual)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        blocks[block] = [
          ManualPage.Message(
            isRequest: false, text: text.replacingOccurrences(of: scratch.path, with: "/tmp"))
        ]
      } else if topic != "access" || other != nil {
        let differences = candidates.map { difference(shown, $0, at: topic ?? "") }
        #expect(differences.contains(nil), "\(topic ?? ""): \(differences)")
      }
    }
    if isRecording {
      page.replaceExamples(blocks)
      try page.text.write(toFile: ManualPage.path, atomically: true, encoding: .utf8)
    }
  }

  /// What a subscriber is told that read nothing while much happened.
  private func lagged(_ daemon: DaemonProcess) throws -> JSONValue {
    let reader = try daemon.connect()
    _ = try reader.call("subscribe", ["events": ["selected", "likely"], "limit": 1])
    for _ in 0..<100 {
      _ = try daemon.result("select", ["place": 3])
      _ = try daemon.result("clear")
    }
    while let line = reader.line() {
      let message = try JSONValue(parsing: line.utf8)
      if message["method"] == "lagged" { return message }
    }
    throw CocoaError(.fileReadUnknown)
  }

  @Test("Every method and topic has a section with an example")
  func whole() throws {
    let page = try ManualPage()
    // A method and a topic may have one name: then there are two sections.
    let sections = page.text.components(separatedBy: "\n.Ss ").dropFirst().map { section in
      (name: section.prefix { $0 != "\n" }, text: section)
    }
    for method in PlaceProtocol.Method.allCases {
      let start = #""method":"\#(method.rawValue)""#
      #expect(
        sections.contains { section in
          section.name == method.rawValue && section.text.contains("\n-> {")
            && section.text.contains(start)
        }, "\(method)")
    }
    for topic in PlaceProtocol.Topic.allCases {
      let start = #"<- {"jsonrpc":"2.0","method":"\#(topic.rawValue)""#
      #expect(
        sections.contains { $0.name == topic.rawValue && $0.text.contains(start) }, "\(topic)")
    }
    for code in PlaceProtocol.ErrorCode.allCases {
      #expect(page.text.contains(".It Li \(code.rawValue)\n"), "\(code)")
    }
  }
}
