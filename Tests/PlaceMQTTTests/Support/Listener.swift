import Foundation
import JSON
import TestSupport

/// mosquitto_sub with a session of its own: what is published while the broker restarts is not lost.
final class Listener {
  struct Message: Hashable {
    let topic: String
    let payload: String
    let isRetained: Bool

    var json: JSONValue { (try? JSONValue(parsing: payload.utf8)) ?? .null }
  }

  private let program: SpawnedProgram

  init(_ broker: Broker, _ topics: [String] = ["#"]) throws {
    program = try SpawnedProgram(
      "/usr/bin/mosquitto_sub",
      broker.clientOptions + ["-c", "-i", "listener-\(UUID().uuidString)", "-q", "2"]
        + topics.flatMap { ["-t", $0] } + ["-F", "%r %t %p"])
    // Subscribed when its own retained message comes back.
    let word = UUID().uuidString
    try broker.publish("test/ready", word, isRetained: true)
    if topics == ["#"] {
      precondition(poll { program.output.contains(word) }, program.error)
    }
  }

  /// Everything so far, in its order; the test's own left out.
  var messages: [Message] {
    program.output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, !parts[1].hasPrefix("test/") else { return nil }
      return Message(
        topic: String(parts[1]), payload: String(parts[2]), isRetained: parts[0] == "1")
    }
  }

  func messages(_ topic: String) -> [Message] { messages.filter { $0.topic == topic } }

  /// The last message of a topic.
  func last(_ topic: String) -> Message? { messages(topic).last }

  /// Waits until `condition` holds for what has come.
  func wait(within seconds: Double = 30, until condition: ([Message]) -> Bool) -> Bool {
    poll(within: seconds) { condition(messages) }
  }

  /// The ids of events so far, in the order they came.
  var eventIDs: [Int] {
    messages.filter { $0.topic.contains("/event/") }.compactMap { $0.json["id"]?.int }
  }
}
