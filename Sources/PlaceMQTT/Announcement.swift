/// The vehicle's announcement to Home Assistant: made, changed, and taken back where it was made
/// before and is not wanted any more.
final class Announcement {
  private static let fact = "announced_topic"

  private let homeAssistant: HomeAssistant
  private let valuesTopic: String
  private let isWanted: Bool
  private let queue: EventQueue

  /// An announcement; `queue` remembers where it was made. `valuesTopic`: where its values are.
  init(_ homeAssistant: HomeAssistant, valuesTopic: String, isWanted: Bool, queue: EventQueue) {
    self.homeAssistant = homeAssistant
    self.valuesTopic = valuesTopic
    self.isWanted = isWanted
    self.queue = queue
  }

  /// Makes what the broker keeps right.
  func renew(_ publisher: Publisher, isPrecise: Bool) {
    let announced = (try? queue.fact(Self.fact)) ?? nil
    let wanted = isWanted ? homeAssistant.discoveryTopic : nil
    if let announced, announced != wanted {
      publisher.retain(announced, [], isVital: true)
      if wanted == nil { publisher.retain(valuesTopic, [], isVital: true) }
    }
    if let wanted {
      publisher.retain(wanted, homeAssistant.discovery(isPrecise: isPrecise).bytes, isVital: true)
    }
    // Forgotten only when the broker was told.
    if publisher.isConnected { try? queue.setFact(Self.fact, wanted) }
  }
}
