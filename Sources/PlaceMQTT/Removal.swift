import EventLoop
import Glibc
import PlaceClient

/// Takes back what the broker keeps of this vehicle: Home Assistant forgets the device, and nobody who
/// subscribes later sees where it was.
final class Removal {
  private static let seconds = 30.0

  private let loop: EventLoop
  private let topics: [String]
  private var connection: BrokerConnection?
  private var waiting: Set<CInt> = []
  private var result: Result<Void, BrokerError>?

  /// A removal of what was published with these settings.
  init(_ settings: MQTTSettings) throws(BrokerError) {
    let names = MachineName()
    let topicNames = TopicNames(base: names.fill(settings.topic))
    let homeAssistant = HomeAssistant(
      topics: topicNames, prefix: settings.discoveryPrefix, name: "")
    // The announcement first: Home Assistant is not to see a device without values.
    topics =
      [homeAssistant.discoveryTopic] + topicNames.retained
      + [settings.ownTracksTopic].compactMap { $0.map(names.fill) }
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw BrokerError(.file, "the event loop cannot be made: \(error)")
    }
    // An id of its own, so that a bridge that runs is not thrown out, which would publish all again.
    var broker = names.fill(settings.broker)
    broker.clientID? += "-remove"
    connection = try BrokerConnection(
      settings: broker, will: nil, loop: loop
    ) { [unowned self] in take($0) }
  }

  /// Removes it, and waits until the broker has done so.
  func run() throws(BrokerError) {
    loop.timer(after: Self.seconds) { [unowned self] in
      end(
        .failure(BrokerError(.timedOut, "the broker did not answer within \(Int(Self.seconds)) s")))
    }
    connection?.start()
    do throws(SystemError) {
      try loop.run()
    } catch {
      throw BrokerError(.file, "the event loop failed: \(error)")
    }
    try result?.get()
  }

  private func take(_ event: BrokerConnection.Event) {
    switch event {
    case .connected:
      for topic in topics {
        let nothing = MQTTMessage(topic: topic, payload: [], isRetained: true)
        if let id = connection?.publish(nothing, qos: 1) { waiting.insert(id) }
      }
    case .acknowledged(let id):
      waiting.remove(id)
      if waiting.isEmpty { end(.success(())) }
    case .disconnected(let error, _): end(.failure(error))
    case .ended: loop.stop()
    case .received, .drained: break
    }
  }

  private func end(_ result: Result<Void, BrokerError>) {
    guard self.result == nil else { return }
    self.result = result
    if case .failure = result { loop.stop() } else { connection?.stop() }
  }
}
