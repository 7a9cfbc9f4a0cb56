import JSON
import TestSupport
import Testing

@Suite("placed: the protocol")
struct ProtocolTests {
  @Test(
    "An id of every kind comes back as it was sent",
    arguments: [
      "1", "-7", "1.0", "1e3", "12345678901234567890123", #""x""#, #""""#, #""\u00e9""#, "null",
    ])
  func ids(id: String) throws {
    let daemon = try DaemonProcess()
    let client = try daemon.connect()
    client.send(line: #"{"jsonrpc":"2.0","id":\#(id),"method":"unsubscribe"}"#)
    #expect(client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
  }

  @Test(
    "What is no JSON is answered with -32700 and ends the connection, not the daemon",
    arguments: ["{", "nonsense", "", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}}"])
  func malformed(line: String) throws {
    let daemon = try DaemonProcess()
    let client = try daemon.connect()
    client.send(line: line)
    #expect(client.line()?.contains(#""id":null,"error":{"code":-32700"#) == true)
    #expect(client.line() == nil && client.isAtEnd)
    #expect(try daemon.result("hello")["protocol"] == 1)
  }

  @Test("A line of 64 KiB is taken, a longer one refused")
  func longLines() throws {
    let daemon = try DaemonProcess()
    func line(_ bytes: Int) -> [UInt8] {
      let frame = #"{"jsonrpc":"2.0","id":1,"method":"unsubscribe","x":""}"#
      let padding = String(repeating: "y", count: bytes - frame.utf8.count)
      return Array(
        #"{"jsonrpc":"2.0","id":1,"method":"unsubscribe","x":"\#(padding)"}"#.utf8) + [10]
    }
    for (bytes, answer) in [(65_536, "result"), (65_537, "-32700"), (1 << 20, "-32700")] {
      let client = try daemon.connect()
      let text = line(bytes)
      var sent = 0
      let end = DaemonProcess.now + 20
      while sent < text.count, DaemonProcess.now < end {
        sent += max(0, client.send(text[sent...]))
      }
      #expect(sent == text.count)
      #expect(client.line()?.contains(answer) == true, "\(bytes) bytes")
    }
  }

  @Test("A batch is refused, and the connection goes on")
  func batch() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.connect()
    client.send(line: #"[{"jsonrpc":"2.0","id":1,"method":"hello"}]"#)
    #expect(client.line()?.contains(#""id":null,"error":{"code":-32600"#) == true)
    #expect(try client.call("hello")["result"]?["name"] == "placed")
  }

  @Test("An unknown method is named with the one that was meant")
  func unknownMethod() throws {
    let daemon = try DaemonProcess()
    let error = try daemon.call("lickely")["error"]
    #expect(error?["code"] == -32601)
    #expect(error?["data"]?["hint"] == "did you mean 'likely'?")
  }

  @Test("Without a fix the methods that need one say so")
  func noFix() throws {
    let daemon = try DaemonProcess()
    for method in ["fix", "likely", "nearby", "explain"] {
      #expect(try daemon.call(method)["error"]?["data"]?["code"] == "no_fix", "\(method)")
    }
    #expect(try daemon.call("select", ["rank": 1])["error"]?["data"]?["code"] == "no_fix")
  }

  @Test("A request without an id is carried out and not answered")
  func notification() throws {
    let daemon = try DaemonProcess()
    let place = try daemon.result("place.add", ["name": "Home", "lat": 60, "lon": 25])
    let client = try daemon.connect()
    let id = try #require(place["id"]?.int)
    client.send(line: #"{"jsonrpc":"2.0","method":"select","params":{"place":\#(id)}}"#)
    let answer = try client.call("selected", id: 9)
    #expect(answer["result"]?["selected"]?["place"]?["name"] == "Home")
  }

  @Test("Lists go on with their cursor and give everything once")
  func cursors() throws {
    let daemon = try DaemonProcess()
    for index in 0..<25 {
      _ = try daemon.result(
        "place.add",
        ["name": .string("P\(index)"), "lat": .number(60 + Double(index) / 100), "lon": 25])
    }
    var names: [String] = []
    var cursor: JSONValue?
    repeat {
      let page = try daemon.result(
        "place.list", .object([.init("limit", 10)] + (cursor.map { [.init("cursor", $0)] } ?? [])))
      names += page["places"]?.array?.compactMap { $0["name"]?.string } ?? []
      cursor = page["cursor"]
    } while cursor != nil
    #expect(names == (0..<25).map { "P\($0)" })
    #expect(try daemon.call("place.list", ["cursor": "x"])["error"]?["data"]?["code"] == "invalid")
  }

  @Test("A place is added, changed, found, selected and removed")
  func place() throws {
    let daemon = try DaemonProcess()
    let added = try daemon.result(
      "place.add",
      [
        "name": "Kahvila Åkerö", "lat": 60.17, "lon": 24.94, "radius_m": 20, "category": "cafe",
        "address": ["street": "Katu", "housenumber": "1", "country_code": "fi"],
        "names": ["en": "Coffee"], "arrive_after_s": 60, "priority": 2,
      ])
    let id = try #require(added["id"])
    #expect(added["address"]?["country_code"] == "FI" && added["arrive_after_s"] == 60)
    let changed = try daemon.result(
      "place.update", ["id": id, "category": .null, "names": ["sv": "Kaffe"], "radius_m": 25])
    #expect(changed["category"] == nil && changed["radius_m"] == 25)
    #expect(changed["names"] == ["sv": "Kaffe"])
    #expect(try daemon.result("place.get", ["id": id]) == changed)
    for query in ["kahvila", "akero", "AKERÖ"] {
      let found = try daemon.result("search", ["query": .string(query)])
      #expect(found["places"]?.array?.first?["id"] == id, "\(query)")
    }
    let near = try daemon.result("nearby", ["at": ["lat": 60.18, "lon": 24.94]])
    let distance = try #require(near["places"]?.array?.first?["distance_m"]?.double)
    #expect(abs(distance - (1111.95 - 25)) < 1)
    let selected = try daemon.result(
      "select", ["source_id": added["source_id"]!, "source": "user"])
    #expect(selected["selected"]?["marker"]?["title"] == "Kahvila Åkerö")
    #expect(try daemon.result("place.remove", ["id": id])["id"] == id)
    #expect(try daemon.result("selected")["selected"] == .null)
    #expect(try daemon.call("place.get", ["id": id])["error"]?["data"]?["code"] == "not_found")
  }

  @Test("An ambiguous name lists the places that are meant")
  func ambiguous() throws {
    let daemon = try DaemonProcess()
    for lat in [60.0, 61.0] {
      _ = try daemon.result("place.add", ["name": "Twin", "lat": .number(lat), "lon": 25])
    }
    let error = try daemon.call("select", ["name": "twin"])["error"]
    #expect(error?["data"]?["code"] == "ambiguous")
    #expect(error?["data"]?["candidates"]?.array?.count == 2)
    #expect(try daemon.result("selected")["selected"] == .null)
  }
}
