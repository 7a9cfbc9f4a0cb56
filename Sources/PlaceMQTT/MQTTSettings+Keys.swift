import Configuration

extension MQTTSettings {
  /// Every key of placed-mqtt.conf, in the order of the example file.
  public static let keys: [SettingKey<MQTTSettings>] = brokerKeys + publishKeys

  private static let brokerKeys: [SettingKey<MQTTSettings>] = {
    let defaults = MQTTSettings()
    return [
      SettingKey(
        "broker", "host", \.broker.host, empty: defaults.broker.host,
        summary: ["Name or address of the broker."], print: { $0 },
        parse: { (text) throws(SettingError) in
          guard !text.contains(where: { $0.isWhitespace || $0 == "/" }) else {
            throw SettingError(
              "'\(text)' is no host: must be a name or an address",
              hint: text.contains("://") ? "without the scheme; the port has a key of its own" : nil
            )
          }
          return text
        }),
      SettingKey(
        "broker", "port", \.broker.port, empty: nil,
        summary: ["Its port; default: 1883, with TLS 8883."],
        print: { $0.map { String($0) } ?? "default" },
        parse: { (text) throws(SettingError) in
          if text == "default" { return nil }
          guard let port = Int(text), (1...65_535).contains(port) else {
            throw SettingError("'\(text)' is no port: must be a whole number from 1 to 65535")
          }
          return port
        }),
      optionalText(
        "broker", "user", \.broker.user,
        ["Who this client says it is; HOSTNAME is replaced by the name of this machine; none."]),
      path(
        "broker", "password_file", \.broker.passwordFile,
        [
          "File with the password in its first line, which nobody but its owner may read or",
          "write (chmod 0600); none.",
        ]),
      SettingKey(
        "broker", "client_id", \.broker.clientID, empty: nil,
        summary: [
          "The broker keeps one connection and one session for an id; HOSTNAME is replaced by",
          "the name of this machine.",
        ], print: { $0 ?? "placed-HOSTNAME" },
        parse: { (text) throws(SettingError) in
          guard text.utf8.count <= 128 else {
            throw SettingError("'\(text)' is too long for a client id: 128 bytes at most")
          }
          return text == "placed-HOSTNAME" ? nil : text
        }),
      quantity(
        "broker", "keep_alive", \.broker.keepAliveSeconds, 10...3600,
        ["Without traffic for this long the broker is pinged; a lost connection shows within two."]),
      SettingKey(
        "broker", "qos", \.broker.qos, empty: defaults.broker.qos,
        summary: [
          "Quality of service of events and positions: 2, each arrives once; 1, at least once,",
          "for brokers without 2; 0, lost with the connection.",
        ], print: { String($0) },
        parse: { (text) throws(SettingError) in
          guard let qos = Int(text), (0...2).contains(qos) else {
            throw SettingError("'\(text)' is no quality of service: must be 0, 1 or 2")
          }
          return qos
        }),
      flag(
        "tls", "enabled", \.broker.usesTLS,
        ["yes: encrypt, and check the broker's certificate and its name."]),
      path(
        "tls", "ca_file", \.broker.authorityFile,
        ["Certificates of the authorities that are trusted, PEM; none: those of the system."]),
      path(
        "tls", "cert_file", \.broker.certificateFile,
        ["This client's certificate, PEM, where the broker wants one; none."]),
      path("tls", "key_file", \.broker.keyFile, ["Its key, PEM, without a password; none."]),
    ]
  }()

  private static let publishKeys: [SettingKey<MQTTSettings>] = {
    let defaults = MQTTSettings()
    return [
      SettingKey(
        "publish", "topic", \.topic, empty: defaults.topic,
        summary: [
          "What all topics begin with; HOSTNAME is replaced by the name of this machine. No two",
          "vehicles may have the same.",
        ], print: { $0 }, parse: topicName),
      quantity(
        "publish", "interval", \.intervalSeconds, 1...86_400,
        ["A position that changed is published this often at most; what happens, at once."]),
      SettingKey(
        "publish", "fix", \.fixIntervalSeconds, empty: nil,
        summary: [
          "Publish the receiver's reports, one each time this is over, also those of a time",
          "without a connection; off.",
        ], print: { $0.map(Quantity.duration.describe) ?? "off" },
        parse: { (text) throws(SettingError) in
          if text == "off" { return nil }
          return try Quantity.duration.parse(text, in: 1...86_400)
        }),
      SettingKey(
        "queue", "limit", \.queueLimit, empty: defaults.queueLimit,
        summary: [
          "Messages that are kept for a time without a connection. Beyond it the oldest positions",
          "are dropped first, arrivals and departures last.",
        ], print: { String($0) },
        parse: { (text) throws(SettingError) in
          guard let limit = Int(text), (100...1_000_000).contains(limit) else {
            throw SettingError("'\(text)' is no limit: must be a whole number from 100 to 1000000")
          }
          return limit
        }),
      SettingKey(
        "queue", "history", \.historySeconds, empty: nil,
        summary: [
          "The very first start publishes the arrivals and departures of this long before the",
          "newest; forever: all there are.",
        ], print: { $0.map(Quantity.duration.describe) ?? "forever" },
        parse: { (text) throws(SettingError) in
          if text == "forever" { return nil }
          return try Quantity.duration.parse(text, in: 0...3.2e9)
        }),
      flag(
        "homeassistant", "discovery", \.announcesToHomeAssistant,
        ["yes: the vehicle appears in Home Assistant by itself; no: it is removed again."]),
      SettingKey(
        "homeassistant", "prefix", \.discoveryPrefix, empty: defaults.discoveryPrefix,
        summary: ["What Home Assistant listens below, as its MQTT integration is set."],
        print: { $0 }, parse: topicName),
      SettingKey(
        "homeassistant", "name", \.deviceName, empty: defaults.deviceName,
        summary: ["The vehicle's name there; HOSTNAME is replaced by the name of this machine."],
        print: { $0 }, parse: { (text) throws(SettingError) in text }),
      SettingKey(
        "owntracks", "topic", \.ownTracksTopic, empty: nil,
        summary: [
          "Publish as the OwnTracks apps do, on this topic, such as owntracks/van/gps; none."
        ], print: { $0 ?? "none" },
        parse: { (text) throws(SettingError) in text == "none" ? nil : try topicName(text) }),
      optionalText(
        "owntracks", "tracker_id", \.trackerID,
        ["Two characters that a map shows; none: the last two of the topic."]),
      flag(
        "commands", "enabled", \.takesCommands,
        [
          "yes: whoever may publish to the broker may select a place for this vehicle, and clear it."
        ]),
    ]
  }()

  private typealias Field<Value> = any WritableKeyPath<MQTTSettings, Value> & Sendable

  private static func quantity(
    _ section: String, _ name: String, _ field: Field<Double>, _ range: ClosedRange<Double>,
    _ summary: [String]
  ) -> SettingKey<MQTTSettings> {
    SettingKey(
      section, name, field, empty: MQTTSettings()[keyPath: field], summary: summary,
      print: { Quantity.duration.describe($0) },
      parse: { (text) throws(SettingError) in try Quantity.duration.parse(text, in: range) })
  }

  private static func flag(
    _ section: String, _ name: String, _ field: Field<Bool>, _ summary: [String]
  ) -> SettingKey<MQTTSettings> {
    SettingKey(
      section, name, field, empty: false, summary: summary, print: { $0 ? "yes" : "no" },
      parse: { (text) throws(SettingError) in
        switch text.lowercased() {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw SettingError("'\(text)' is no answer: must be yes or no")
        }
      })
  }

  private static func optionalText(
    _ section: String, _ name: String, _ field: Field<String?>, _ summary: [String]
  ) -> SettingKey<MQTTSettings> {
    SettingKey(
      section, name, field, empty: nil, summary: summary, print: { $0 ?? "none" },
      parse: { (text) throws(SettingError) in text == "none" ? nil : text })
  }

  private static func path(
    _ section: String, _ name: String, _ field: Field<String?>, _ summary: [String]
  ) -> SettingKey<MQTTSettings> {
    SettingKey(
      section, name, field, empty: nil, summary: summary, print: { $0 ?? "none" },
      parse: { (text) throws(SettingError) in
        if text == "none" { return nil }
        guard text.hasPrefix("/") else {
          throw SettingError("'\(text)' is no path: must begin with /")
        }
        return text
      })
  }

  /// MQTT 3.1.1, 4.7: a name to publish to has no wildcard; `$` is the broker's own.
  @Sendable private static func topicName(_ text: String) throws(SettingError) -> String {
    guard text.utf8.count <= 200, !text.hasPrefix("$"), !text.hasPrefix("/"), !text.hasSuffix("/"),
      !text.contains(where: { $0 == "+" || $0 == "#" || $0.isWhitespace }), !text.contains("//")
    else {
      throw SettingError(
        "'\(text)' is no topic: must be words with / between them, without + # $ and spaces, "
          + "200 bytes at most", hint: "for example placed/van")
    }
    return text
  }
}
