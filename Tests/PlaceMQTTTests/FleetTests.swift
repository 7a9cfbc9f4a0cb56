import Foundation
import Geography
import JSON
import TestSupport
import Testing

@Suite(
  "A fleet: real daemons, one broker, one database",
  .enabled(
    if: Broker.isInstalled && Database.isInstalled,
    "needs mosquitto, mosquitto-clients and postgresql"))
struct FleetTests {
  /// A drive of its own for each vehicle: stops of five minutes with a kilometre between them.
  private static func drive(_ vehicle: Int, stops: Int) -> String {
    var time = UTCTime("2026-05-04T07:00:00Z")!
    var position = Coordinate(latitude: 60 + Double(vehicle) / 10, longitude: 24.9)!
    var text = ""
    func second(_ metersPerSecond: Double) {
      position = position.moved(metersPerSecond, towards: 90)
      text += Recordings.epoch(time, position, knots: metersPerSecond / 0.514444)
      time = time.advanced(bySeconds: 1)
    }
    for _ in 0..<stops {
      for _ in 0..<70 { second(15) }
      for _ in 0..<300 { second(0) }
    }
    for _ in 0..<70 { second(15) }
    return text
  }

  /// The visits of a daemon's own table.
  private func visits(_ daemon: DaemonProcess) throws -> [String] {
    try (daemon.result("visits", ["limit": 200])["visits"]?.array ?? []).map { visit in
      "\(visit["id"]?.int ?? 0)|\(visit["departed_at"] != nil)"
    }.sorted()
  }

  @Test("Five vehicles that drive at one time: the table holds every visit once")
  func fiveVehicles() throws {
    let database = try Database()
    for _ in 0..<2 {
      let run = try database.run(file: Checkout.path("docs/fleet/schema.sql"))
      #expect(run.status == 0, "\(run.error)")
    }
    let broker = try Broker()
    let pipeline = try SpawnedProgram(
      Checkout.path("docs/fleet/placed-fleet"), ["-h", "127.0.0.1", "-p", String(broker.port)],
      environment: database.environment)
    #expect(poll { broker.log.contains("placed/+/event/visit") })

    var vehicles: [(server: NMEAServer, daemon: DaemonProcess, bridge: BridgeProcess)] = []
    for number in 0..<5 {
      let server = NMEAServer(Self.drive(number, stops: number + 2))
      let daemon = try DaemonProcess(arguments: ["--source", "tcp://127.0.0.1:\(server.port)"])
      let bridge = try BridgeProcess(
        in: daemon.scratch,
        settings: broker.settings
          + "client_id = van\(number)\n[publish]\ntopic = placed/van\(number)\n")
      #expect(bridge.wait(for: "connected to the broker"))
      vehicles.append((server, daemon, bridge))
    }
    for vehicle in vehicles { vehicle.server.begin() }
    // In the middle the broker goes away, and one bridge loses its power.
    try broker.stop()
    try vehicles[2].bridge.kill()
    try broker.start()
    try vehicles[2].bridge.restart()

    for (number, vehicle) in vehicles.enumerated() {
      #expect(
        try poll { try visits(vehicle.daemon).filter { $0.hasSuffix("true") }.count == number + 2 })
      let expected = try visits(vehicle.daemon).joined(separator: "\n")
      let query = """
        SELECT id, CASE WHEN departed_at IS NULL THEN 'false' ELSE 'true' END FROM fleet.visit
        WHERE vehicle = 'van\(number)' ORDER BY id::text
        """
      let isFiled = try poll(within: 90) { try database.query(query) == expected }
      let filed = try database.query(query)
      #expect(isFiled, "van\(number): \(filed) is not \(expected)")
    }
    #expect(try database.query("SELECT count(*) FROM fleet.visit") == "20")
    #expect(try database.query("SELECT count(*) FROM fleet.refused") == "0")
    #expect(try database.query("SELECT count(*) FROM fleet.inbox") == "0")
    for vehicle in vehicles { try vehicle.bridge.stop() }
    pipeline.signal(SIGTERM)
  }

  @Test("Nothing that is published becomes SQL, and nonsense is put aside")
  func nonsense() throws {
    let database = try Database()
    _ = try database.run(file: Checkout.path("docs/fleet/schema.sql"))
    let broker = try Broker()
    let pipeline = try SpawnedProgram(
      Checkout.path("docs/fleet/placed-fleet"), ["-h", "127.0.0.1", "-p", String(broker.port)],
      environment: database.environment)
    #expect(poll { broker.log.contains("placed/+/event/visit") })
    for payload in [
      "no JSON", "\n\\.\nDROP SCHEMA fleet CASCADE;\n", "{\"visit\":{\"id\":\"x\"}}",
      "{\"visit\":{\"id\":1,\"lat\":99,\"lon\":0}}", "{\"visit\":{\"id\":1}}", "[]",
      "\u{0}\u{1}", #"{"visit":{"id":1,"lat":1,"lon":2,"place":{"name":"O'\\Hara\t\"1\""}}}"#,
    ] { try broker.publish("placed/a'b;/event/arrived", payload) }
    try broker.publish(
      "placed/van/event/departed",
      #"{"visit":{"id":1,"lat":1,"lon":2,"departed_at":"2026-05-04T08:00:00Z"}}"#)
    #expect(
      try poll {
        try database.query("SELECT count(*) FROM fleet.visit WHERE vehicle = 'van'") == "1"
      })
    #expect(
      try database.query("SELECT vehicle, place FROM fleet.visit WHERE vehicle <> 'van'")
        == "a'b;|O'\\Hara\t\"1\"")
    #expect(try database.query("SELECT count(*) >= 5 FROM fleet.refused") == "t")
    // An arrival that comes late takes nothing back; a removal does.
    try broker.publish(
      "placed/van/event/arrived",
      #"{"visit":{"id":1,"lat":1,"lon":2,"arrived_at":"2026-05-04T07:00:00Z"}}"#)
    #expect(
      try poll {
        try database.query(
          "SELECT departed_at - arrived_at FROM fleet.visit WHERE vehicle = 'van'") == "01:00:00"
      })
    try broker.publish(
      "placed/van/event/visit", #"{"removed":true,"visit":{"id":1,"lat":1,"lon":2}}"#)
    #expect(
      try poll {
        try database.query("SELECT count(*) FROM fleet.visit WHERE vehicle = 'van'") == "0"
      })
    pipeline.signal(SIGTERM)
  }
}
