/// A message for the broker.
public struct MQTTMessage: Hashable, Sendable {
  /// Where it goes.
  public var topic: String
  /// What it says.
  public var payload: [UInt8]
  /// Whether the broker keeps it for those who subscribe later.
  public var isRetained: Bool

  /// A message.
  public init(topic: String, payload: [UInt8], isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }

  /// A message of text.
  public init(topic: String, text: String, isRetained: Bool = false) {
    self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
  }
}
