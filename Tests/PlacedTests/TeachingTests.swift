import Foundation
import Geography
import JSON
import TestSupport
import Testing

/// What the user says of visits and places, with the real daemon and its database.
@Suite("placed: what the user says, stays and counts", .serialized)
struct TeachingTests {
  private let scratch = ScratchDirectory()
  private static let spot = at(60.17, 24.94)

  /// Drives to a spot, parks and, where it leaves, drives on.
  private static func trip(
    to spot: Coordinate = spot, day: Double = 0, leaves: Bool = true, seed: UInt64 = 1
  ) -> Trip {
    var trip = Trip(
      from: spot.moved(900, towards: 200),
      at: UTCTime("2026-05-04T07:30:00Z")!.advanced(bySeconds: day * 86_400), seed: seed)
    trip.wait(seconds: 20)
    trip.drive(to: spot)
    trip.park(seconds: 400)
    if leaves { trip.drive(to: spot.moved(1200, towards: 75)) }
    return trip
  }

  private func add(
    _ name: String, _ position: Coordinate, radius: Double = 0, to daemon: DaemonProcess
  ) throws -> JSONValue {
    try #require(
      try daemon.result(
        "place.add",
        [
          "name": .string(name), "lat": .number(position.latitude),
          "lon": .number(position.longitude), "radius_m": .number(radius),
        ])["id"])
  }

  private func idle(_ configuration: String = "") throws -> DaemonProcess {
    try DaemonProcess(in: scratch, configuration: configuration)
  }

  private func play(_ trip: Trip) throws -> DaemonProcess {
    try DaemonProcess(playing: trip.epochs, in: scratch)
  }

  private func likelihood(
    of name: String, at position: Coordinate, _ daemon: DaemonProcess
  ) throws -> Double {
    let places = try daemon.result(
      "likely",
      [
        "limit": 20,
        "at": [
          "lat": .number(position.latitude), "lon": .number(position.longitude), "accuracy_m": 8,
        ],
      ])["places"]?.array
    return places?.first { $0["name"]?.string == name }?["likelihood"]?.double ?? 0
  }

  private func twoNeighbours() throws {
    let daemon = try idle()
    _ = try add("Near", Self.spot.moved(8, towards: 90), to: daemon)
    _ = try add("Far", Self.spot.moved(45, towards: 270), to: daemon)
    daemon.stop()
  }

  @Test("dawarich#3133: a correction stays, whatever is played again, and after a kill")
  func correction() throws {
    try twoNeighbours()
    let first = try play(Self.trip())
    let id = try #require(try first.visits().first?["id"])
    let far = try #require(try first.result("search", ["query": "Far"])["places"]?.array?.first)
    let corrected = try first.result("visit.update", ["id": id, "place": far["id"]!])
    #expect(corrected["place"]?["name"] == "Far" && corrected["confirmed"] == true)
    first.kill()
    for _ in 0..<2 {
      let again = try play(Self.trip())
      let visits = try again.visits()
      #expect(visits.count == 1 && visits[0]["id"] == id)
      #expect(visits[0]["place"]?["name"] == "Far" && visits[0]["confirmed"] == true)
      #expect(visits[0]["departed_at"] != nil)
      again.stop()
    }
    // Said to be at none of the table.
    let daemon = try idle()
    _ = try daemon.result("visit.update", ["id": id, "place": .null])
    daemon.stop()
    let last = try play(Self.trip())
    let visit = try #require(try last.visits().first)
    #expect(visit["place"] == .null && visit["confirmed"] == true)
  }

  @Test("A correction of the open visit is told, is the current place, and outlives the departure")
  func openVisit() throws {
    try twoNeighbours()
    let daemon = try play(Self.trip(leaves: false))
    let id = try #require(try daemon.result("status")["visit"]?["id"])
    let client = try daemon.connect()
    _ = try client.call("subscribe", ["events": ["visit", "current"]])
    let far = try #require(try daemon.result("search", ["query": "Far"])["places"]?.array?.first)
    _ = try daemon.result("visit.update", ["id": id, "place": far["id"]!])
    let told = try #require(try client.notification("visit"))
    #expect(told["visit"]?["place"]?["name"] == "Far" && told["visit"]?["confirmed"] == true)
    #expect(try daemon.result("status")["current"]?["place"]?["name"] == "Far")
    daemon.kill()
    let rest = Self.trip()
    let again = try DaemonProcess(
      playing: rest.epochs.dropFirst(Self.trip(leaves: false).epochs.count), in: scratch)
    let visit = try #require(try again.visits().first)
    #expect(visit["id"] == id && visit["departed_at"] != nil)
    #expect(visit["place"]?["name"] == "Far" && visit["confirmed"] == true)
  }

  @Test("dawarich#2952: a visit that was removed is not found again, neither stored nor told")
  func removed() throws {
    try twoNeighbours()
    let first = try play(Self.trip())
    let id = try #require(try first.visits().first?["id"])
    _ = try first.result("visit.remove", ["id": id])
    first.stop()
    let path = try scratch.write(Self.trip().recording, to: "again.nmea")
    let run = try ProgramRun(
      BuiltProgram.path("placed"),
      [
        "--replay", path, "--database", scratch.file("places.db"), "--events",
        "arrived,departed,visit",
      ])
    #expect(run.status == 0 && run.output == "")
    let again = try play(Self.trip())
    #expect(try again.visits().isEmpty)
    again.stop()
  }

  @Test(
    "An open visit that was removed or forgotten is gone for good, also after a kill",
    arguments: [true, false])
  func openVisitRemoved(isForgotten: Bool) throws {
    try twoNeighbours()
    let daemon = try play(Self.trip(leaves: false))
    let id = try #require(try daemon.result("status")["visit"]?["id"])
    _ =
      isForgotten
      ? try daemon.result("forget", ["since": "2026-05-01T00:00:00Z"])
      : try daemon.result("visit.remove", ["id": id])
    #expect(try daemon.result("status")["visit"] == .null)
    daemon.kill()
    let rest = Self.trip().epochs.dropFirst(Self.trip(leaves: false).epochs.count)
    let again = try DaemonProcess(playing: rest, in: scratch)
    #expect(try again.visits().isEmpty)
  }

  @Test("What is said of a visit last is what it teaches, once, and live as after a restart")
  func saidTwice() throws {
    try twoNeighbours()
    let daemon = try play(Self.trip())
    let id = try #require(try daemon.visits().first?["id"])
    func place(_ name: String) throws -> JSONValue {
      let found = try daemon.result("search", ["query": .string(name)])["places"]?.array?.first
      return try #require(found?["id"])
    }
    let before = try likelihood(of: "Far", at: Self.spot, daemon)
    _ = try daemon.result("visit.update", ["id": id, "place": try place("Far")])
    let once = try likelihood(of: "Far", at: Self.spot, daemon)
    #expect(once > before + 0.2)
    _ = try daemon.result("visit.update", ["id": id, "place": try place("Far")])
    #expect(abs(try likelihood(of: "Far", at: Self.spot, daemon) - once) < 1e-9)
    _ = try daemon.result("visit.update", ["id": id, "place": try place("Near")])
    let back = try likelihood(of: "Far", at: Self.spot, daemon)
    #expect(back < before)
    daemon.kill()
    let again = try idle()
    #expect(abs(try likelihood(of: "Far", at: Self.spot, again) - back) < 1e-9)
    #expect(try again.result("forget", ["all": true])["lessons"] == 1)
    #expect(abs(try likelihood(of: "Far", at: Self.spot, again) - before) < 1e-9)
  }

  @Test("A place that is removed takes what it taught with it; one that is moved teaches anew")
  func removedPlace() throws {
    let daemon = try idle()
    let near = try add("Near", Self.spot.moved(8, towards: 90), to: daemon)
    let far = try add("Far", Self.spot.moved(45, towards: 270), to: daemon)
    let before = try likelihood(of: "Near", at: Self.spot, daemon)
    func confirm(_ id: JSONValue) throws {
      _ = try daemon.result(
        "confirm",
        [
          "place": id,
          "at": ["lat": .number(Self.spot.latitude), "lon": .number(Self.spot.longitude)],
        ])
    }
    for _ in 0..<3 { try confirm(far) }
    #expect(try likelihood(of: "Near", at: Self.spot, daemon) < before)
    _ = try daemon.result(
      "place.update",
      ["id": near, "lat": .number(Self.spot.latitude + 0.001), "lon": .number(Self.spot.longitude)])
    let moved = try likelihood(of: "Far", at: Self.spot, daemon)
    daemon.stop()
    let restarted = try idle()
    #expect(abs(try likelihood(of: "Far", at: Self.spot, restarted) - moved) < 1e-9)
    let back = Self.spot.moved(8, towards: 90)
    _ = try restarted.result(
      "place.update",
      ["id": near, "lat": .number(back.latitude), "lon": .number(back.longitude)])
    _ = try restarted.result("place.remove", ["id": far])
    _ = try add("Far", Self.spot.moved(45, towards: 270), to: restarted)
    #expect(abs(try likelihood(of: "Near", at: Self.spot, restarted) - before) < 1e-6)
    #expect(try restarted.result("forget", ["all": true])["lessons"] == 0)
  }

  @Test("Stops that recur at no place are offered, and become visits of the place made of them")
  func suggestion() throws {
    for day in 0..<3 {
      try play(Self.trip(day: Double(day), seed: UInt64(day) + 1)).stop()
    }
    let daemon = try play(Self.trip(day: 3, leaves: false, seed: 9))
    let offered = try #require(
      try daemon.result("suggestions")["suggestions"]?.array?.first)
    #expect(offered["stops"] == 4 && offered["n"] == 1)
    let position = at(offered["lat"]?.double ?? 0, offered["lon"]?.double ?? 0)
    #expect(position.distance(to: Self.spot) < 15)
    #expect(offered["usual_hours"]?.array == [7])
    let client = try daemon.connect()
    _ = try client.call("subscribe", ["events": ["visit", "current"]])
    let place = try daemon.result("place.add", ["name": "Work", "suggestion": 1])
    #expect(try client.notification("visit")?["visit"]?["place"]?["id"] == place["id"])
    let visits = try daemon.visits()
    #expect(visits.count == 4)
    #expect(visits.allSatisfy { $0["place"]?["name"] == "Work" && $0["confirmed"] == true })
    #expect(try daemon.result("status")["current"]?["place"]?["name"] == "Work")
    #expect(try daemon.result("suggestions")["suggestions"]?.array?.isEmpty == true)
    #expect(try likelihood(of: "Work", at: Self.spot, daemon) > 0.6)
    // Its spots are learned: a rival beside it does not take the stop over.
    _ = try add("Rival", Self.spot.moved(4, towards: 10), to: daemon)
    #expect(try likelihood(of: "Work", at: Self.spot, daemon) > 0.6)
    daemon.kill()
    let next = try play(Self.trip(day: 4, seed: 11))
    #expect(try next.visits().first?["place"]?["name"] == "Work")
    #expect(try next.visits().count == 5)
  }

  @Test(
    "e-mission#1117: an arrival is told by the clock when the receiver falls silent, also where the place has its own time"
  )
  func silence() throws {
    var trip = Trip(from: Self.spot.moved(900, towards: 200))
    trip.wait(seconds: 2)
    trip.drive(to: Self.spot)
    trip.wait(seconds: 14)
    for (own, radius) in [(nil, 0.0), (16.0, 60.0)] as [(Double?, Double)] {
      let scratch = ScratchDirectory()
      let configuration = "[visits]\narrive_after = 15 s\n[source]\nstale_after = 2 s\n"
      let table = try DaemonProcess(in: scratch)
      if let own {
        _ = try table.result(
          "place.add",
          [
            "name": "Dock", "lat": .number(Self.spot.latitude),
            "lon": .number(Self.spot.longitude), "radius_m": .number(radius),
            "arrive_after_s": .number(own),
          ])
      }
      table.stop()
      let daemon = try DaemonProcess(
        playing: trip.epochs, in: scratch, configuration: configuration)
      let client = try daemon.connect()
      let state = try client.call("subscribe", ["events": ["arrived"]])["result"]?["state"]
      if state?["visit"] == nil || state?["visit"] == .null {
        #expect(try client.notification("arrived", within: 30) != nil, "own time: \(own ?? 0)")
      }
      daemon.stop()
    }
  }
}
