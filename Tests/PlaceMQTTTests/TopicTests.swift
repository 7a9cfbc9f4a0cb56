import Foundation
import JSON
import TestSupport
import Testing

@Suite(
  "What is published where",
  .enabled(if: Broker.isInstalled, "needs mosquitto and mosquitto-clients"))
struct TopicTests {
  private let scratch = ScratchDirectory()

  private func bridge(_ broker: Broker, _ more: String = "") throws -> BridgeProcess {
    try BridgeProcess(
      in: scratch,
      settings: broker.settings + "[publish]\ntopic = placed/van\ninterval = 1 s\n" + more)
  }

  @Test("State, current place, visit, here and status are retained, and follow the daemon")
  func retained() throws {
    let broker = try Broker()
    let daemon = ScriptedDaemon(path: scratch.file("s"))
    let bridge = try bridge(broker)
    #expect(daemon.waitForClient() && bridge.wait(for: "connected to the broker"))
    let late = try Listener(broker)
    #expect(late.wait { _ in late.last("placed/van/here") != nil })
    #expect(late.last("placed/van/status")?.payload == "online")
    for topic in ["status", "state", "current", "visit", "here"] {
      #expect(late.messages("placed/van/" + topic).count == 1, "\(topic)")
    }
    #expect(late.last("placed/van/current")?.json == ["v": 1, "place": .null])
    daemon.tell(
      "current",
      ["seq": 1, "place": ["id": 4, "name": "Depot"], "since": "2026-05-04T07:00:00Z", "id": 9])
    daemon.tell("here", ["seq": 2, "here": ["label": "Kallio", "locality": "Helsinki"]])
    #expect(late.wait { _ in late.last("placed/van/here")?.json["here"]?["label"] == "Kallio" })
    #expect(late.last("placed/van/current")?.json["place"]?["name"] == "Depot")
    #expect(
      late.wait { _ in
        late.last("placed/van/state")?.json["current"]?["place"]?["name"] == "Depot"
      })
    daemon.tell("current", ["seq": 3, "place": .null, "since": "2026-05-04T07:05:00Z", "id": 10])
    #expect(late.wait { _ in late.last("placed/van/current")?.json["place"] == .null })
    #expect(try bridge.stop() == 0)
    #expect(late.wait { _ in late.last("placed/van/status")?.payload == "offline" })
  }

  @Test("A bridge that is killed is offline by its will")
  func will() throws {
    let broker = try Broker()
    let daemon = ScriptedDaemon(path: scratch.file("s"))
    let listener = try Listener(broker)
    let bridge = try bridge(broker)
    #expect(daemon.waitForClient())
    #expect(listener.wait { _ in listener.last("placed/van/status")?.payload == "online" })
    try bridge.kill()
    #expect(listener.wait { _ in listener.last("placed/van/status")?.payload == "offline" })
  }

  @Test("An approximate client publishes the cell, and nothing else")
  func approximate() throws {
    let broker = try Broker()
    let daemon = ScriptedDaemon(path: scratch.file("s"), access: "approximate")
    let listener = try Listener(broker)
    let bridge = try bridge(
      broker,
      "fix = 1 s\n[homeassistant]\ndiscovery = yes\n[owntracks]\ntopic = owntracks/van/gps\n")
    #expect(daemon.waitForSubscriber())
    #expect(listener.wait { _ in listener.last("placed/van/homeassistant") != nil })
    daemon.tell(
      "fix",
      [
        "seq": 1,
        "fix": ["time": "2026-05-04T07:15:00Z", "lat": 60.3, "lon": 24.7, "accuracy_m": 3000],
      ])
    #expect(listener.wait { _ in listener.last("placed/van/fix") != nil })
    #expect(
      listener.wait { _ in listener.last("placed/van/state")?.json["fix"]?["lat"]?.double == 60.3 })
    #expect(listener.last("placed/van/fix")?.json["accuracy_m"] == 3000)
    let topics = Set(listener.messages.map(\.topic))
    #expect(
      topics == [
        "placed/van/status", "placed/van/state", "placed/van/fix", "placed/van/homeassistant",
        "homeassistant/device/placed_van/config", "owntracks/van/gps",
      ])
    #expect(
      listener.last("owntracks/van/gps")?.json["inregions"] == nil
        && listener.messages("placed/van/state").allSatisfy { $0.json["likely"] == nil })
    #expect(bridge.wait(for: "coarse positions only"))
    try bridge.stop()
  }

  @Test("Commands are obeyed where they are switched on, and answered; retained ones are not")
  func commands() throws {
    let broker = try Broker()
    let daemon = ScriptedDaemon(path: scratch.file("s"))
    let listener = try Listener(broker)
    // Was meant for whoever listened when it was sent.
    try broker.publish("placed/van/command/clear", "", isRetained: false)
    try broker.publish("placed/van/command/select", "Depot", isRetained: true)
    let bridge = try bridge(broker, "[commands]\nenabled = yes\n")
    #expect(daemon.waitForClient() && bridge.wait(for: "connected to the broker"))
    #expect(poll { broker.log.contains("placed/van/command/clear (QoS 0)") })
    try broker.publish("placed/van/command/clear", #"{"request":"a"}"#)
    try broker.publish("placed/van/command/select", #"{"name":"Depot","request":7}"#)
    try broker.publish("placed/van/command/select", "Nowhere")
    try broker.publish("placed/van/command/select", "{")
    #expect(listener.wait { _ in listener.messages("placed/van/result").count >= 4 })
    let results = listener.messages("placed/van/result").map(\.json)
    #expect(results.count == 4 && results.allSatisfy { $0["v"] == 1 })
    let byRequest = { (request: JSONValue?) in
      results.first { $0["request"] == request && $0["ok"] == true }
    }
    #expect(byRequest("a")?["result"] == ["selected": .null])
    #expect(byRequest(7)?["result"]?["selected"]?["place"]?["name"] == "Depot")
    let codes = results.compactMap { $0["error"]?["code"]?.string }
    #expect(Set(codes) == ["not_found", "invalid"])
    try bridge.stop()
    for word in ["Depot", "Nowhere", "60.17", "24.94"] {
      #expect(!bridge.program.error.contains(word), "the journal is not private: \(word)")
    }
  }

  @Test("Commands are not listened to by default")
  func noCommands() throws {
    let broker = try Broker()
    let daemon = ScriptedDaemon(path: scratch.file("s"))
    let listener = try Listener(broker)
    let bridge = try bridge(broker)
    #expect(daemon.waitForClient() && bridge.wait(for: "connected to the broker"))
    try broker.publish("placed/van/command/select", "Depot")
    daemon.happen(0)
    #expect(listener.wait { _ in listener.eventIDs.count == 2 })
    #expect(listener.messages("placed/van/result").isEmpty)
    #expect(!broker.log.contains("placed/van/command/select (QoS"))
    try bridge.stop()
  }

  @Test("OwnTracks locations and transitions have the members that the apps send")
  func ownTracks() throws {
    let broker = try Broker()
    let daemon = ScriptedDaemon(path: scratch.file("s"))
    let listener = try Listener(broker)
    let bridge = try bridge(broker, "[owntracks]\ntopic = owntracks/van/gps\n")
    #expect(daemon.waitForClient())
    daemon.happen(0)
    #expect(listener.wait { _ in listener.messages("owntracks/van/gps/event").count == 2 })
    let location = try #require(listener.last("owntracks/van/gps")?.json)
    #expect(location["_type"] == "location" && location["tst"] == 1_777_878_000)
    #expect(location["acc"] == 5 && location["lat"]?.double == 60.17 && location["tid"] == "ps")
    let transitions = listener.messages("owntracks/van/gps/event").map(\.json)
    #expect(transitions.map { $0["event"] } == ["enter", "leave"])
    #expect(transitions[0]["_type"] == "transition" && transitions[0]["desc"] == "Place 0")
    try bridge.stop()
  }
}
