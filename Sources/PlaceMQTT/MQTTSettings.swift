/// What placed-mqtt.conf sets. A value made by `init()` holds the defaults.
public struct MQTTSettings: Hashable, Sendable {
  /// `[broker]` and `[tls]`.
  public var broker = BrokerSettings()

  /// `[publish] topic`: the base topic; `HOSTNAME` in it stands for the machine's name.
  public var topic = "placed/HOSTNAME"
  /// `[publish] interval`, in seconds: how often a position that changed is published.
  public var intervalSeconds = 10.0
  /// `[publish] fix`, in seconds: how often a report of the receiver is published; nil for never.
  public var fixIntervalSeconds: Double?

  /// `[queue] limit`: messages that wait for the broker.
  public var queueLimit = 20_000
  /// `[queue] history`, in seconds: how old events are that the first start publishes; nil for all.
  public var historySeconds: Double? = 86_400

  /// `[homeassistant] discovery`.
  public var announcesToHomeAssistant = false
  /// `[homeassistant] prefix`.
  public var discoveryPrefix = "homeassistant"
  /// `[homeassistant] name`: the device's name; `HOSTNAME` in it stands for the machine's name.
  public var deviceName = "HOSTNAME"

  /// `[owntracks] topic`; nil for none.
  public var ownTracksTopic: String?
  /// `[owntracks] tracker_id`; nil for the end of the topic.
  public var trackerID: String?

  /// `[commands] enabled`.
  public var takesCommands = false

  /// The defaults.
  public init() {}
}
