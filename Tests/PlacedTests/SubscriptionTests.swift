import Foundation
import JSON
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("placed: subscriptions")
struct SubscriptionTests {
  @Test("A subscriber gets the state, then what changes, numbered without a gap")
  func snapshot() throws {
    let daemon = try DaemonProcess()
    let id = try #require(
      try daemon.result("place.add", ["name": "Home", "lat": 60, "lon": 25])["id"])
    let client = try daemon.connect()
    let result = try #require(
      try client.call("subscribe", ["events": ["selected", "places"]])["result"])
    #expect(result["seq"] == 0)
    #expect(result["state"]?["access"] == "precise")
    #expect(result["state"]?["source"]?["url"] == "none")
    #expect(result["state"]?["selected"] == nil && result["state"]?["fix"] == nil)
    _ = try daemon.result("select", ["place": id])
    _ = try daemon.result("clear")
    _ = try daemon.result("clear")
    _ = try daemon.result("place.add", ["name": "Work", "lat": 61, "lon": 25])
    _ = try daemon.result("select", ["place": id])
    _ = try daemon.result("place.remove", ["id": id])
    var seen: [(Int?, String?, String?)] = []
    while seen.count < 6, let line = client.line() {
      let message = try JSONValue(parsing: line.utf8)
      let params = message["params"]
      seen.append((params?["seq"]?.int, message["method"]?.string, params?["reason"]?.string))
    }
    #expect(seen.map { $0.0 } == [1, 2, 3, 4, 5, 6])
    #expect(
      seen.map { $0.1 } == ["selected", "selected", "places", "selected", "places", "selected"])
    #expect(seen.map { $0.2 } == ["user", "cleared", nil, "user", nil, "removed"])
    #expect(try client.call("unsubscribe")["result"] == [:])
    _ = try daemon.result("place.add", ["name": "Shop", "lat": 62, "lon": 25])
    _ = try client.call("hello")
    #expect(client.takeLine() == nil)
  }

  @Test("What another process writes to the table is told, and counts at once")
  func otherProcess() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.connect()
    _ = try client.call("subscribe", ["events": ["places"]])
    let store = try PlaceStore(path: daemon.scratch.file("places.db"))
    _ = try store.add(PlaceDraft(name: "Imported", position: at(60, 25), source: "osm"))
    #expect(try client.notification("places")?["added"] == 1)
    let likely = try daemon.result("likely", ["at": ["lat": 60, "lon": 25]])
    #expect(likely["places"]?.array?.first?["name"] == "Imported")
  }

  @Test("An unknown topic is named with the one that was meant")
  func unknownTopic() throws {
    let daemon = try DaemonProcess()
    let error = try daemon.call("subscribe", ["events": ["arived"]])["error"]
    #expect(error?["data"]?["code"] == "invalid")
    #expect(error?["data"]?["hint"] == "did you mean 'arrived'?")
  }

  @Test("A recording's fixes are told, and likely places as the vehicle moves")
  func recording() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write(
      Recordings.drive(from: at(60.17, 24.94), seconds: 60), to: "drive.nmea")
    // A pipe that is filled only when the subscriber is there.
    mkfifo(scratch.file("pipe"), 0o600)
    let daemon = try DaemonProcess(in: scratch)
    _ = try daemon.result("place.add", ["name": "Start", "lat": 60.17, "lon": 24.94])
    daemon.stop()
    let second = try DaemonProcess(
      in: scratch, arguments: ["--source", "file:\(path)?speed=20"])
    let client = try second.connect()
    let state = try client.call("subscribe", ["events": ["fix", "likely"], "limit": 3])["result"]
    #expect(state?["state"] != nil)
    let fix = try #require(try client.notification("fix"))
    #expect(fix["fix"]?["speed_mps"]?.double.map { abs($0 - 15) < 0.1 } == true)
    #expect(fix["fix"]?["source"]?.string?.hasPrefix("file:") == true)
    let likely = try #require(try client.notification("likely"))
    #expect(["start", "moved"].contains(likely["reason"]?.string))
    #expect(try second.result("fix")["stale"] == false)
  }

  @Test(
    "SignalK/signalk-server#1542: a thousand subscribers, some stuck: the others get every event",
    .timeLimit(.minutes(2)))
  func thousand() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.result("place.add", ["name": "Home", "lat": 60, "lon": 25])
    let count = 990
    var clients: [LineSocket] = []
    for index in 0..<count {
      let client = try daemon.connect()
      client.send(
        line: #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"events":["selected"]}}"#)
      // The first ten never read another byte.
      if index >= 10 { #expect(client.line() != nil) }
      clients.append(client)
    }
    for round in 0..<20 {
      _ = try daemon.result(
        round % 2 == 0 ? "select" : "clear", round % 2 == 0 ? ["place": 1] : [:])
    }
    for client in clients.dropFirst(10) {
      for sequence in 1...20 {
        let params = try client.notification("selected")
        #expect(params?["seq"]?.int == sequence)
        if params == nil { return }
      }
    }
    let status = try daemon.result("status")
    #expect(status["subscribers"]?.int == count)
  }
}
