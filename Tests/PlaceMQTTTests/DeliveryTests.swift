import Foundation
import JSON
import TestSupport
import Testing

@Suite(
  "Delivering events to a real broker",
  .enabled(if: Broker.isInstalled, "needs mosquitto and mosquitto-clients"))
struct DeliveryTests {
  private let scratch = ScratchDirectory()
  private let base = "[publish]\ntopic = placed/van\n"

  private func daemon(starts: Bool = true) -> ScriptedDaemon {
    ScriptedDaemon(path: scratch.file("s"), starts: starts)
  }

  private func bridge(_ broker: Broker, _ more: String = "") throws -> BridgeProcess {
    try BridgeProcess(in: scratch, settings: broker.settings + base + more)
  }

  @Test("What is told is published once, in order, however often it is told")
  func once() throws {
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = daemon()
    let bridge = try bridge(broker)
    #expect(daemon.waitForClient() && bridge.wait(for: "connected to the broker"))
    daemon.happen(0)
    daemon.happen(1)
    let ids = ScriptedDaemon.eventIDs(0..<2)
    #expect(listener.wait { _ in listener.eventIDs.count >= 4 })
    // The same again: as the visits of a daemon that comes back, and as notifications.
    daemon.stop()
    daemon.start()
    #expect(daemon.waitForClient())
    daemon.happen(1)
    daemon.happen(2)
    #expect(listener.wait { _ in listener.eventIDs.count >= 6 })
    #expect(listener.eventIDs == ids + ScriptedDaemon.eventIDs(2..<3))
    let arrived = try #require(listener.messages("placed/van/event/arrived").first)
    #expect(!arrived.isRetained && arrived.json["v"] == 1 && arrived.json["seq"] == nil)
    #expect(arrived.json["visit"]?["place"]?["name"] == "Place 0")
    #expect(arrived.json["visit"]?["alternatives"] == nil)
    #expect(try bridge.stop() == 0)
  }

  @Test("Arrivals and departures of a time without the bridge are published when it is back")
  func missed() throws {
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = daemon()
    let bridge = try bridge(broker)
    #expect(daemon.waitForClient())
    daemon.happen(0)
    #expect(listener.wait { _ in listener.eventIDs.count == 2 })
    try bridge.stop()
    // More than a page of the daemon's visits.
    for number in 1..<60 { daemon.happen(number, isTold: false) }
    try bridge.restart()
    #expect(listener.wait { _ in listener.eventIDs.count >= 120 })
    #expect(listener.eventIDs == ScriptedDaemon.eventIDs(0..<60))
    try bridge.stop()
  }

  @Test("The first start publishes what is younger than the history, and nothing older later")
  func history() throws {
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = daemon()
    for number in 0..<60 { daemon.happen(number, isTold: false) }
    let bridge = try bridge(broker, "[queue]\nhistory = 30 min\n")
    // The newest departed at minute 179: from minute 149 on, the departure of visit 49.
    let wanted = ScriptedDaemon.eventIDs(49..<60).dropFirst()
    #expect(listener.wait { _ in listener.eventIDs.count >= wanted.count })
    try bridge.stop()
    try bridge.restart()
    daemon.happen(60)
    #expect(listener.wait { _ in listener.eventIDs.count >= wanted.count + 2 })
    #expect(listener.eventIDs == wanted + ScriptedDaemon.eventIDs(60..<61))
    try bridge.stop()
  }

  @Test("A broker that is killed and comes back has each event once, in order")
  func brokerKilled() throws {
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = daemon()
    let bridge = try bridge(broker)
    #expect(daemon.waitForClient())
    for number in 0..<5 { daemon.happen(number) }
    #expect(listener.wait { _ in listener.eventIDs.count == 10 })
    // It saves after each change, a second later at the latest.
    let saved = poll {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: broker.scratch.file("mosquitto.db"))
      return (attributes?[.modificationDate] as? Date).map { $0.timeIntervalSinceNow < -1 } ?? false
    }
    #expect(saved)
    try broker.kill()
    #expect(bridge.wait(for: "warning"))
    for number in 5..<10 { daemon.happen(number) }
    // The power fails here too.
    try bridge.kill()
    try bridge.restart()
    for number in 10..<12 { daemon.happen(number, isTold: false) }
    try broker.start()
    #expect(listener.wait(within: 90) { _ in listener.eventIDs.count >= 24 })
    #expect(listener.eventIDs == ScriptedDaemon.eventIDs(0..<12))
    try bridge.stop()
  }

  @Test("A day without the broker costs the oldest positions, and no arrival")
  func day() throws {
    let broker = try Broker(starts: false)
    let daemon = daemon()
    let bridge = try bridge(broker, "fix = 10 s\n[queue]\nlimit = 500\n")
    #expect(daemon.waitForClient())
    // A report every ten seconds of 17 hours, and a visit now and then.
    for part in 0..<60 {
      for number in part * 100..<(part + 1) * 100 { daemon.tellFix(second: number * 10) }
      daemon.happen(part)
    }
    #expect(bridge.wait(for: "the queue is full"))
    try broker.start()
    let listener = try Listener(broker)
    #expect(listener.wait(within: 90) { _ in listener.eventIDs.count >= 120 })
    #expect(listener.eventIDs == ScriptedDaemon.eventIDs(0..<60))
    #expect(listener.wait { _ in listener.messages("placed/van/fix").count >= 380 })
    let latitudes = listener.messages("placed/van/fix").compactMap { $0.json["lat"]?.double }
    #expect(latitudes.count < 500 && latitudes == latitudes.sorted())
    let newest = try #require(latitudes.last)
    #expect(abs(newest - (60 + 59_990 / 1e5)) < 1e-9, "the newest position was kept")
    try bridge.stop()
  }

  @Test("The other qualities of service deliver too, without a pause", arguments: [0, 1])
  func qualities(qos: Int) throws {
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = daemon()
    for number in 0..<40 { daemon.happen(number, isTold: false) }
    let bridge = try BridgeProcess(
      in: scratch, settings: broker.settings + "qos = \(qos)\n" + base)
    // More than the window holds at a time.
    #expect(listener.wait { _ in listener.eventIDs.count >= 80 })
    #expect(listener.eventIDs == ScriptedDaemon.eventIDs(0..<40))
    try bridge.stop()
  }

  @Test("After notifications were lost what they told of is found")
  func lagged() throws {
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = daemon()
    let bridge = try bridge(broker)
    #expect(daemon.waitForClient())
    daemon.happen(0)
    daemon.happen(1, isTold: false)
    daemon.tell(
      "lagged",
      ["seq": 9, "dropped": 2, "state": ["source": ["state": "fix"], "access": "precise"]])
    daemon.happen(2)
    #expect(listener.wait { _ in listener.eventIDs.count >= 6 })
    #expect(listener.eventIDs == ScriptedDaemon.eventIDs(0..<3))
    try bridge.stop()
  }

  @Test("Without a place to write the bridge works, and says what it cannot do")
  func readOnly() throws {
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = daemon()
    // A folder that not even root can make.
    let bridge = try BridgeProcess(
      in: scratch, settings: broker.settings + base, state: "/proc/placed-mqtt")
    #expect(bridge.wait(for: "the queue cannot be kept in /proc/placed-mqtt"))
    #expect(daemon.waitForClient())
    daemon.happen(0)
    #expect(listener.wait { _ in listener.eventIDs == ScriptedDaemon.eventIDs(0..<1) })
    try bridge.stop()
  }

  @Test("Two bridges do not share a queue")
  func lock() throws {
    let broker = try Broker()
    let first = try bridge(broker)
    #expect(first.wait(for: "is ready"))
    let second = try BridgeProcess(in: scratch, settings: broker.settings + base)
    #expect(try second.program.wait() == 1)
    #expect(second.program.error.contains("another placed-mqtt has the queue"))
    try first.stop()
  }

  @Test("A damaged queue is moved aside and begun anew")
  func damaged() throws {
    let broker = try Broker()
    let listener = try Listener(broker)
    let daemon = daemon()
    mkdir(scratch.file("state"), 0o700)
    _ = try scratch.write(String(repeating: "no database ", count: 1000), to: "state/queue.db")
    let bridge = try bridge(broker)
    #expect(bridge.wait(for: "was damaged and begun anew"))
    #expect(daemon.waitForClient())
    daemon.happen(0)
    #expect(listener.wait { _ in listener.eventIDs == ScriptedDaemon.eventIDs(0..<1) })
    #expect(FileManager.default.fileExists(atPath: scratch.file("state/queue.db.damaged")))
    try bridge.stop()
  }
}
