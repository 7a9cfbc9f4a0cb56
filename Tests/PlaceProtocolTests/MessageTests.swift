import Geography
import JSON
import PlaceProtocol
import Places
import Testing

private func text(_ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  body(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

private let home = Place(
  id: 3, source: "user", sourceID: "home", name: "Home",
  position: Coordinate(latitude: 60.123456789, longitude: -24.5)!, radiusMeters: 30)

@Suite("Messages")
struct MessageTests {
  @Test("A notification is the same text for all but its number")
  func notification() {
    let note = Notification(.current) { CurrentMessage(place: nil, since: nil).members(to: &$0) }
    #expect(
      String(decoding: note.line(seq: 12), as: UTF8.self)
        == #"{"jsonrpc":"2.0","method":"current","params":{"seq":12,"place":null}}"# + "\n")
    let empty = Notification(.lagged) { _ in }
    #expect(
      String(decoding: empty.line(seq: 1), as: UTF8.self)
        == #"{"jsonrpc":"2.0","method":"lagged","params":{"seq":1}}"# + "\n")
  }

  @Test("What is not known of a place is left out")
  func place() {
    #expect(
      text { $0.value(home) }
        == #"{"id":3,"source":"user","source_id":"home","name":"Home","lat":60.1234568,"lon":-24.5,"radius_m":30,"polygon":false}"#
    )
  }

  @Test("What is not known of a fix is left out")
  func fix() {
    let fix = Fix(position: home.position, time: nil, mode: .twoDimensional)
    #expect(text { $0.value(fix, source: nil) } == #"{"lat":60.1234568,"lon":-24.5,"mode":2}"#)
  }

  @Test("A marker's snippet is the label without the name")
  func marker() throws {
    var place = home
    let since = UTCTime("2026-05-04T07:30:00Z")!
    for (label, snippet) in [
      ("Home, Street 1, Town", "Street 1, Town"), ("Home", ""), ("", ""), ("Homeland", "Homeland"),
    ] {
      place.label = label
      let value = try JSONValue(
        parsing: text { $0.value(SelectionMessage(place: place, since: since)) }.utf8)
      #expect(value["marker"]?["snippet"]?.string == snippet)
      #expect(value["marker"]?["title"]?.string == "Home")
    }
  }

  @Test("Showing fewer likely places changes no likelihood")
  func limit() throws {
    let entries = (1...8).map {
      PlaceEntry(place: home, distanceMeters: 1, likelihood: 1 / Double($0 + 7), within: 0.5)
    }
    let message = LikelyMessage(
      time: nil, fix: Fix(position: home.position, time: nil), places: entries, elsewhere: 0.1,
      containing: [])
    func places(_ limit: Int) throws -> [JSONValue] {
      try JSONValue(
        parsing: text { writer in writer.object { message.members(limit: limit, to: &$0) } }.utf8)[
          "places"]!
        .array!
    }
    let (few, all) = (try places(3), try places(50))
    #expect(few.count == 3 && all.count == 8)
    #expect(Array(all.prefix(3)) == few)
  }

  @Test("A visit says only what is known of its times")
  func visit() throws {
    let (early, late) = (UTCTime("2026-05-04T07:30:00Z")!, UTCTime("2026-05-04T08:30:00Z")!)
    let visit = VisitMessage(
      id: 9, place: nil, position: home.position, arrivedAt: nil, departedAt: nil,
      departedBetween: early...late,
      alternatives: [PlaceEntry(place: home, likelihood: 0.25)], isConfirmed: false,
      isInferred: true)
    let value = try JSONValue(parsing: text { $0.value(visit) }.utf8)
    #expect(value["place"] == .null)
    #expect(value["arrived_at"] == nil && value["departed_at"] == nil)
    #expect(value["departed_between"] == ["2026-05-04T07:30:00Z", "2026-05-04T08:30:00Z"])
    #expect(value["likeliest"]?["likelihood"]?.double == 0.25)
    #expect(value["inferred"] == true && value["confirmed"] == false)
  }

  @Test("An approximate client's status has the source's state and the health, nothing more")
  func approximate() throws {
    let status = StatusMessage(
      version: "1", uptimeSeconds: 1, memoryKibibytes: 1,
      source: SourceMessage(url: "gpsd://localhost:2947", device: "/dev/ttyS0", state: "fix"),
      fix: FixMessage(
        fix: Fix(position: home.position, time: nil), source: nil, ageSeconds: 0, isStale: false),
      filter: StatusMessage.FilterCounts(), places: 1,
      current: CurrentMessage(place: home, since: nil), selected: nil, visit: nil, subscribers: 1,
      health: [])
    #expect(
      text { $0.value(status, level: .approximate) } == #"{"source":{"state":"fix"},"health":[]}"#)
    let whole = try JSONValue(parsing: text { $0.value(status, level: .precise) }.utf8)
    #expect(whole["selected"] == .null)
    #expect(whole["current"]?["place"]?["id"] == 3)
  }

  @Test("A client reads back what the daemon writes")
  func client() throws {
    let error = ProtocolError(.failure(.ambiguous), "two", hint: "pick", candidates: [["id": 1]])
    for (line, expected) in [
      (Answer.line(to: RequestID(4)) { $0.value(7) }, ServerMessage.result(7, id: RequestID(4))),
      (Answer.line(to: .null, error: error), .error(error, id: .null)),
      (
        Notification(.places) { $0.member("added", 2) }.line(seq: 5),
        .notification(topic: "places", params: ["seq": 5, "added": 2])
      ),
    ] {
      let read = line.dropLast().withUnsafeBufferPointer { ServerMessage(parsing: $0) }
      #expect(read == expected)
    }
  }

  @Test("Each of our own errors says what to do, also where it was given no hint of its own")
  func hints() throws {
    for code in ErrorCode.allCases {
      let line = Answer.line(to: .null, error: ProtocolError(code, "no"))
      let data = try JSONValue(parsing: line.dropLast())["error"]?["data"]
      #expect(data?["code"]?.string == code.rawValue && data?["hint"]?.string?.isEmpty == false)
    }
  }

  @Test("An error of a later version is still an error with its message")
  func laterError() {
    let error = ProtocolError(decoding: [
      "code": -32000, "message": "m", "data": ["code": "new_one"],
    ])
    #expect(error.kind == .internal && error.message == "m")
  }
}
