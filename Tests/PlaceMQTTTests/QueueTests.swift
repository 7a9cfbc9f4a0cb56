import Glibc
import JSON
import TestSupport
import Testing

@testable import PlaceMQTT

@Suite("The queue for the broker")
struct QueueTests {
  private let scratch = ScratchDirectory()

  private func message(_ name: String, _ rank: QueuedMessage.Rank) -> QueuedMessage {
    QueuedMessage(MQTTMessage(topic: name, text: name), rank: rank)
  }

  private func topics(_ queue: EventQueue) throws -> [String] {
    try queue.messages(after: 0, limit: 1000).map(\.queued.message.topic)
  }

  @Test("The oldest positions go first, arrivals and departures last")
  func dropping() throws {
    let queue = try EventQueue(path: scratch.file("q"), limit: 4)
    for (name, rank) in [
      ("fix 1", QueuedMessage.Rank.position), ("arrived 1", .visit), ("fix 2", .position),
      ("passed 1", .passage), ("departed 1", .visit),
    ] { try queue.append([message(name, rank)], event: nil) }
    #expect(try topics(queue) == ["arrived 1", "fix 2", "passed 1", "departed 1"])
    try queue.append([message("arrived 2", .visit)], event: nil)
    try queue.append([message("departed 2", .visit)], event: nil)
    #expect(try topics(queue) == ["arrived 1", "departed 1", "arrived 2", "departed 2"])
    // There is no room for what is worth less than all there is.
    try queue.append([message("fix 3", .position)], event: nil)
    #expect(try topics(queue) == ["arrived 1", "departed 1", "arrived 2", "departed 2"])
    try queue.append([message("arrived 3", .visit)], event: nil)
    #expect(try topics(queue) == ["departed 1", "arrived 2", "departed 2", "arrived 3"])
    #expect(queue.dropped == [.position: 3, .passage: 1, .visit: 1] && queue.count == 4)
  }

  @Test("Random messages: the bound holds, the order too, and no visit goes before a position")
  func random() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let limit = Int.random(in: 1...20, using: &generator)
      let queue = try EventQueue(path: ":memory:", limit: limit)
      var ranks: [QueuedMessage.Rank] = []
      for number in 0..<Int.random(in: 0...60, using: &generator) {
        let rank = QueuedMessage.Rank.allCases.randomElement(using: &generator)!
        ranks.append(rank)
        try queue.append([message(String(number), rank)], event: number)
      }
      let kept = try topics(queue).compactMap { Int($0) }
      #expect(kept == kept.sorted() && kept.count == min(limit, ranks.count))
      let dropped = Set(ranks.indices).subtracting(kept)
      if dropped.contains(where: { ranks[$0] == .visit }) {
        // Dropped for another visit: at that moment there was nothing else.
        #expect(ranks.filter { $0 == .visit }.count > limit)
      }
    }
  }

  @Test("Events are taken once, over a restart too")
  func once() throws {
    do {
      let queue = try EventQueue(path: scratch.file("q"), limit: 10)
      #expect(try queue.append([message("a", .visit)], event: 7))
      #expect(try !queue.append([message("a", .visit)], event: 7))
      try queue.remove(try queue.messages(after: 0, limit: 1).map(\.number))
    }
    let queue = try EventQueue(path: scratch.file("q"), limit: 10)
    #expect(try queue.isKnown(7) && !queue.isKnown(8) && queue.count == 0)
    #expect(try !queue.append([message("a", .visit)], event: 7))
  }

  @Test("What waits survives, with its order and its payload")
  func survives() throws {
    let payload: [UInt8] = [0, 255, 10, 123]
    do {
      let queue = try EventQueue(path: scratch.file("q"), limit: 10)
      try queue.append([message("a", .visit), message("b", .visit)], event: 1)
      try queue.append(
        [
          QueuedMessage(
            MQTTMessage(topic: "c", payload: payload, isRetained: true), rank: .position)
        ], event: nil)
      try queue.setFact("x", "1")
    }
    let queue = try EventQueue(path: scratch.file("q"), limit: 10)
    let entries = try queue.messages(after: 0, limit: 10)
    #expect(entries.map(\.queued.message.topic) == ["a", "b", "c"])
    #expect(entries[2].queued.message.payload == payload && entries[2].queued.message.isRetained)
    #expect(try queue.fact("x") == "1" && queue.fact("y") == nil)
  }

  @Test("Only its user can read it")
  func rights() throws {
    _ = try QueueFile.open(folder: scratch.file("new/state"), limit: 10)
    for name in ["new/state", "new/state/queue.db"] {
      var status = stat()
      #expect(stat(scratch.file(name), &status) == 0 && status.st_mode & 0o077 == 0, "\(name)")
    }
  }
}
