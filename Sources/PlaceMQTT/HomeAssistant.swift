import CommandTable
import JSON

/// Discovery by Home Assistant's MQTT integration: one device with its entities, announced in one
/// retained message, as the integration reads it since 2024.11.
///
/// Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery and the schemas of the
/// integration, `homeassistant/components/mqtt/schemas.py`, 2026.2.
public struct HomeAssistant: Hashable, Sendable {
  private let topics: TopicNames
  private let prefix: String
  private let node: String
  private let name: String

  /// Discovery of one vehicle.
  ///
  /// - Parameters:
  ///   - prefix: What Home Assistant listens below, `homeassistant`.
  ///   - name: The vehicle's name.
  public init(topics: TopicNames, prefix: String, name: String) {
    self.topics = topics
    self.prefix = prefix
    self.name = name
    let own = topics.base.hasPrefix("placed/") ? topics.base.dropFirst(7) : topics.base[...]
    node = "placed_" + Self.slug(own)
  }

  /// Letters, digits and underscores: what discovery topics and entity ids may hold.
  static func slug(_ text: some StringProtocol) -> String {
    String(text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Where the device is announced; an empty retained message there removes it.
  public var discoveryTopic: String { "\(prefix)/device/\(node)/config" }

  /// The announcement. `isPrecise`: this client is told places; else only the position, coarsely, and
  /// how the source does.
  public func discovery(isPrecise: Bool) -> JSONValue {
    var entities: [JSONValue.Member] = [
      entity(
        "location", "device_tracker", nil, icon: "mdi:car",
        [
          "json_attributes_topic": .string(topics.homeAssistant), "source_type": "gps",
        ])
    ]
    let places = [
      sensor("place", "Current place", icon: "mdi:map-marker"),
      sensor("likeliest_place", "Likeliest place", icon: "mdi:map-marker-question"),
      sensor(
        "likelihood", "Likelihood", icon: "mdi:percent",
        [
          "unit_of_measurement": "%", "state_class": "measurement",
          "suggested_display_precision": 0,
        ]),
      sensor("visit_since", "Visit since", ["device_class": "timestamp"]),
      sensor("here", "Here", icon: "mdi:map-search"),
    ]
    // One with its platform alone is removed, where it was announced before.
    entities += isPrecise ? places : places.map { .init($0.name, ["platform": "sensor"]) }
    entities += [
      sensor(
        "source", "Receiver", icon: "mdi:satellite-variant",
        [
          "device_class": "enum", "entity_category": "diagnostic",
          "options": ["connecting", "no_device", "no_fix", "fix", "stale", "lost"],
        ]),
      sensor(
        "health", "Health", icon: "mdi:heart-pulse",
        [
          "device_class": "enum", "entity_category": "diagnostic",
          "options": ["ok", "info", "warning", "serious"],
          "json_attributes_topic": .string(topics.homeAssistant),
          "json_attributes_template": "{{ {'problems': value_json.problems} | tojson }}",
        ]),
    ]
    return [
      "device": [
        "identifiers": [.string(node)], "name": .string(name), "manufacturer": "placed",
        "model": "Place daemon", "sw_version": .string(Release.version),
      ],
      "origin": ["name": "placed-mqtt", "sw_version": .string(Release.version)],
      "availability_topic": .string(topics.status),
      "components": .object(entities),
    ]
  }

  private func sensor(
    _ key: String, _ name: String, icon: String? = nil, _ more: JSONValue = .object([])
  ) -> JSONValue.Member {
    entity(
      key, "sensor", name, icon: icon,
      .object(
        [
          .init("state_topic", .string(topics.homeAssistant)),
          .init("value_template", .string("{{ value_json.\(key) }}")),
        ] + (more.members ?? [])))
  }

  /// An entity without a name takes the device's.
  private func entity(
    _ key: String, _ platform: String, _ name: String?, icon: String?, _ more: JSONValue
  ) -> JSONValue.Member {
    .init(
      key,
      .object(
        [
          .init("platform", .string(platform)), .init("unique_id", .string("\(node)_\(key)")),
          .init("default_entity_id", .string("\(platform).\(node)_\(key)")),
          .init("name", name.map { .string($0) } ?? .null),
        ] + (icon.map { [.init("icon", .string($0))] } ?? []) + (more.members ?? [])))
  }

  // MARK: Values

  /// Longest state that Home Assistant takes, in characters.
  static let longestState = 255

  /// `BASE/homeassistant`: the values of all entities, flat. Null is Home Assistant's *unknown*, so
  /// here it is written; without a position the tracker has none.
  public func values(_ snapshot: Snapshot) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let fix = snapshot.fix, let latitude = fix["lat"], let longitude = fix["lon"] {
      members += [
        .init("latitude", latitude), .init("longitude", longitude),
        .init("gps_accuracy", fix["accuracy_m"] ?? 0),
      ]
      for (name, member) in [
        ("altitude", "altitude_m"), ("speed", "speed_mps"), ("course", "course_deg"),
        ("fix_time", "time"),
      ] {
        if let value = fix[member] { members.append(.init(name, value)) }
      }
    }
    let likeliest = snapshot.likely.first
    func text(_ text: String?) -> JSONValue {
      text.map { .string(String($0.prefix(Self.longestState))) } ?? .null
    }
    let likelihood = likeliest?["likelihood"]?.double
    // One at a time: as one array literal it is too much for the type checker of Swift 6.0.
    func add(_ name: String, _ value: JSONValue?) { members.append(.init(name, value ?? .null)) }
    add("place", text(snapshot.placeName))
    add("likeliest_place", text(likeliest?["name"]?.string))
    add("likelihood", likelihood.map { .number(($0 * 1000).rounded() / 10) })
    add("visit_since", snapshot.visit?["arrived_at"])
    add("here", text(snapshot.here?["label"]?.string))
    add("source", snapshot.source?["state"])
    add("health", snapshot.health.first?["severity"] ?? "ok")
    add("problems", .array(snapshot.health.compactMap { $0["text"] }))
    return .object(members)
  }
}
