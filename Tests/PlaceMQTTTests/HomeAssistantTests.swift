import JSON
import TestSupport
import Testing

@testable import PlaceMQTT

/// The keys are those of the schemas of Home Assistant's MQTT integration, 2026.2:
/// `homeassistant/components/mqtt/schemas.py`, `device_tracker.py` and `sensor.py`.
@Suite("Home Assistant")
struct HomeAssistantTests {
  private let homeAssistant = HomeAssistant(
    topics: TopicNames(base: "placed/van"), prefix: "homeassistant", name: "Van")

  private static let entityKeys: Set<String> = [
    "platform", "unique_id", "default_entity_id", "name", "icon", "entity_category",
    "enabled_by_default", "json_attributes_topic", "json_attributes_template", "qos", "encoding",
    "availability", "availability_mode", "availability_topic", "availability_template",
    "payload_available", "payload_not_available", "entity_picture", "device", "origin",
  ]
  private static let platformKeys: [String: Set<String>] = [
    "device_tracker": [
      "state_topic", "value_template", "payload_home", "payload_not_home", "payload_reset",
      "source_type",
    ],
    "sensor": [
      "state_topic", "value_template", "device_class", "unit_of_measurement", "state_class",
      "options", "expire_after", "force_update", "last_reset_value_template",
      "suggested_display_precision",
    ],
  ]

  @Test(
    "The announcement is one device with keys that the integration knows", arguments: [true, false])
  func keys(isPrecise: Bool) throws {
    let message = homeAssistant.discovery(isPrecise: isPrecise)
    #expect(homeAssistant.discoveryTopic == "homeassistant/device/placed_van/config")
    let top = Set(message.members?.map(\.name) ?? [])
    #expect(
      top.isSubset(of: [
        "device", "origin", "components", "availability_topic", "availability", "state_topic",
        "command_topic", "qos", "encoding", "payload_available", "payload_not_available",
      ]) && top.isSuperset(of: ["device", "origin", "components"]))
    #expect(message["availability_topic"] == "placed/van/status")
    let device = Set(message["device"]?.members?.map(\.name) ?? [])
    #expect(
      device.isSubset(of: [
        "identifiers", "connections", "manufacturer", "model", "model_id", "name", "hw_version",
        "serial_number", "sw_version", "via_device", "suggested_area", "configuration_url",
      ]))
    #expect(message["device"]?["identifiers"]?.array?.isEmpty == false)
    #expect(message["origin"]?["name"] == "placed-mqtt")
    var ids: Set<String> = []
    for entity in message["components"]?.members ?? [] {
      let platform = try #require(entity.value["platform"]?.string)
      let keys = Set(entity.value.members?.map(\.name) ?? [])
      // Only its platform: that removes an entity that was announced before.
      if keys == ["platform"] { continue }
      let known = try #require(Self.platformKeys[platform]).union(Self.entityKeys)
      #expect(keys.isSubset(of: known), "\(entity.name): \(keys.subtracting(known))")
      #expect(ids.insert(try #require(entity.value["unique_id"]?.string)).inserted)
      #expect(entity.value["default_entity_id"]?.string?.hasPrefix(platform + ".") == true)
      if platform == "sensor" { #expect(entity.value["state_topic"] != nil) }
      if platform == "device_tracker" {
        #expect(entity.value["json_attributes_topic"] == "placed/van/homeassistant")
        #expect(entity.value["source_type"] == "gps")
      }
      // `options` goes with `enum` alone, and without a unit.
      #expect(
        (entity.value["options"] != nil) == (entity.value["device_class"] == "enum"))
    }
    let live = message["components"]?.members?.filter { ($0.value.members?.count ?? 0) > 1 }
    #expect(live?.count == (isPrecise ? 8 : 3))
  }

  private static let place: JSONValue = ["id": 1, "name": "Depot"]
  private static let fix: JSONValue = [
    "time": "2026-05-04T07:00:00Z", "lat": 60.17, "lon": 24.94, "accuracy_m": 4.5,
    "speed_mps": 12, "mode": 3,
  ]
  private static let likely: JSONValue = [
    "fix": fix, "here": ["label": "Kallio, Helsinki"],
    "places": [["id": 1, "name": "Depot", "likelihood": 0.97739]], "elsewhere": 0.02,
  ]

  /// The state that the daemon tells, and what its sensors show.
  enum Daemon: String, CaseIterable {
    case parked, driving, lost, fresh

    var state: JSONValue {
      switch self {
      case .parked:
        [
          "fix": fix, "likely": likely,
          "current": ["place": place, "since": "2026-05-04T06:00:00Z"],
          "visit": ["id": 3, "place": place, "arrived_at": "2026-05-04T06:00:00Z"],
          "source": ["state": "fix"], "access": "precise",
        ]
      case .driving:
        ["fix": fix, "likely": likely, "source": ["state": "fix"], "access": "precise"]
      case .lost: ["fix": fix, "source": ["state": "lost"], "access": "precise"]
      case .fresh: ["source": ["state": "no_fix"], "access": "precise"]
      }
    }

    var values: [String: JSONValue] {
      switch self {
      case .parked:
        [
          "place": "Depot", "likeliest_place": "Depot", "likelihood": 97.7,
          "visit_since": "2026-05-04T06:00:00Z", "here": "Kallio, Helsinki", "source": "fix",
          "health": "ok",
        ]
      case .driving:
        [
          "place": .null, "likeliest_place": "Depot", "likelihood": 97.7, "visit_since": .null,
          "here": "Kallio, Helsinki", "source": "fix", "health": "ok",
        ]
      case .lost:
        [
          "place": .null, "likeliest_place": .null, "likelihood": .null, "visit_since": .null,
          "here": .null, "source": "lost", "health": "serious",
        ]
      case .fresh:
        [
          "place": .null, "likeliest_place": .null, "likelihood": .null, "visit_since": .null,
          "here": .null, "source": "no_fix", "health": "ok",
        ]
      }
    }

    private var fix: JSONValue { HomeAssistantTests.fix }
    private var likely: JSONValue { HomeAssistantTests.likely }
    private var place: JSONValue { HomeAssistantTests.place }
  }

  @Test(
    "The values are what the entities' templates read, of the kinds that they want",
    arguments: Daemon.allCases)
  func values(daemon: Daemon) throws {
    var snapshot = Snapshot()
    if daemon == .lost {
      snapshot.health = [["code": "source", "severity": "serious", "text": "no receiver"]]
    }
    snapshot.reset(to: daemon.state)
    let values = homeAssistant.values(snapshot)
    for (name, value) in daemon.values { #expect(values[name] == value, "\(name)") }
    let hasPosition = daemon != .fresh
    for (name, value) in [("latitude", 60.17), ("longitude", 24.94), ("gps_accuracy", 4.5)] {
      #expect(values[name]?.double == (hasPosition ? value : nil))
    }
    // Every template reads a member that is there, null or not: Home Assistant keeps the old state
    // where a template gives nothing.
    for entity in homeAssistant.discovery(isPrecise: true)["components"]?.members ?? [] {
      guard let template = entity.value["value_template"]?.string else { continue }
      let name = template.dropFirst("{{ value_json.".count).dropLast(" }}".count)
      let value = try #require(values[String(name)], "\(template)")
      if let options = entity.value["options"]?.array, value != .null {
        #expect(options.contains(value))
      }
    }
  }

  @Test("Long names are cut to what a state may hold")
  func longNames() throws {
    var snapshot = Snapshot()
    snapshot.reset(to: ["current": ["place": ["name": .string(String(repeating: "ä", count: 300))]]]
    )
    #expect(homeAssistant.values(snapshot)["place"]?.string?.count == 255)
  }

  @Test(
    "The vehicle is announced, and removed again on request",
    .enabled(if: Broker.isInstalled, "needs mosquitto and mosquitto-clients"))
  func removal() throws {
    let scratch = ScratchDirectory()
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = ScriptedDaemon(path: scratch.file("s"))
    let topic = "homeassistant/device/placed_van/config"
    let base = broker.settings + "[publish]\ntopic = placed/van\n[homeassistant]\ndiscovery = "
    let bridge = try BridgeProcess(in: scratch, settings: base + "yes\n")
    #expect(daemon.waitForClient())
    #expect(listener.wait { _ in listener.last("placed/van/homeassistant") != nil })
    let announced = try #require(listener.last(topic))
    #expect(announced.json["device"]?["name"] != nil)
    try bridge.stop()
    // Switched off: at the next start.
    _ = try scratch.write(base + "no\n", to: "mqtt.conf")
    try bridge.restart()
    #expect(listener.wait { _ in listener.last(topic)?.payload == "" })
    #expect(listener.wait { _ in listener.last("placed/van/homeassistant")?.payload == "" })
    try bridge.stop()
    // And everything, with the option.
    _ = try scratch.write(base + "yes\n", to: "mqtt.conf")
    try bridge.restart()
    #expect(listener.wait { _ in listener.last(topic)?.payload.isEmpty == false })
    #expect(listener.wait { _ in listener.last("placed/van/homeassistant")?.payload != "" })
    try bridge.stop()
    let run = try ProgramRun(
      BuiltProgram.path("placed-mqtt"), ["--config", scratch.file("mqtt.conf"), "--remove"])
    #expect(run.status == 0, "\(run.error)")
    let late = try Listener(broker)
    #expect(late.messages.isEmpty, "\(late.messages.map(\.topic))")
  }
}
