import Foundation
import Geography
import JSON
import PlaceStore
import TestSupport
import Testing

@Suite("placed: what the user says of visits")
struct CorrectionTests {
  private let home = at(60.17, 24.94)

  /// A daemon with two places side by side that has followed `text`.
  private func follow(
    _ text: String, until last: UTCTime, feed: NMEAFeed, in scratch: ScratchDirectory
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(in: scratch, arguments: feed.arguments)
    if try daemon.result("place.list")["places"]?.array?.isEmpty == true {
      for (name, east) in [("Bakery", 0.0), ("Bank", 25.0)] {
        let position = home.moved(east, towards: 90)
        _ = try daemon.result(
          "place.add",
          [
            "name": .string(name), "lat": .number(position.latitude),
            "lon": .number(position.longitude), "radius_m": 10,
          ])
      }
    }
    feed.say(text)
    try daemon.waitForFixes(before: last)
    return daemon
  }

  private func visits(_ daemon: DaemonProcess) throws -> [JSONValue] {
    try daemon.result("visits")["visits"]?.array ?? []
  }

  @Test("A correction sticks, teaches, and is told; the same recording again creates nothing twice")
  func correction() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    var (text, vehicle) = Recordings.Vehicle.visit(home.moved(12, towards: 90), standing: 200)
    text += vehicle.drive(900, towards: 0)
    let daemon = try follow(text, until: vehicle.time, feed: feed, in: scratch)
    let visit = try #require(try visits(daemon).first)
    let id = try #require(visit["id"])
    let position: JSONValue = ["lat": visit["lat"]!, "lon": visit["lon"]!]
    func likelihood(of name: String) throws -> Double {
      let places = try daemon.result("likely", ["at": position])["places"]?.array ?? []
      return places.first { $0["name"]?.string == name }?["likelihood"]?.double ?? 0
    }
    let before = try likelihood(of: "Bank")
    let subscriber = try daemon.connect()
    _ = try subscriber.call("subscribe", ["events": ["visit", "selected"]])
    let corrected = try daemon.result("visit.update", ["id": id, "place": 2])
    #expect(corrected["place"]?["name"] == "Bank" && corrected["confirmed"] == true)
    #expect(try subscriber.notification("visit")?["visit"] == corrected)
    #expect(try likelihood(of: "Bank") > before)
    #expect(try daemon.result("selected")["selected"] == .null)
    /// What was said and seen of a visit; how likely places were may be judged better now.
    func essence(_ visit: JSONValue) -> [JSONValue?] {
      ["id", "place", "arrived_at", "departed_at", "confirmed", "inferred"].map { visit[$0] }
    }
    let known = try visits(daemon).map(essence)
    daemon.stop()
    feed.hangUp()
    // The recording again, from its first second on.
    let again = try follow(text, until: vehicle.time, feed: feed, in: scratch)
    #expect(try visits(again).map(essence) == known)
    // And to none of the table.
    let none = try again.result("visit.update", ["id": id, "place": .null])
    #expect(none["place"] == .null && none["confirmed"] == true)
  }

  @Test("A visit that was removed is not detected again")
  func removal() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 200)
    text += vehicle.drive(900, towards: 0)
    let daemon = try follow(text, until: vehicle.time, feed: feed, in: scratch)
    let id = try #require(try visits(daemon).first?["id"])
    _ = try daemon.result("visit.remove", ["id": id])
    #expect(try visits(daemon).isEmpty)
    #expect(try daemon.call("visit.remove", ["id": id])["error"]?["data"]?["code"] == "not_found")
    daemon.stop()
    feed.hangUp()
    let again = try follow(text, until: vehicle.time, feed: feed, in: scratch)
    #expect(try visits(again).isEmpty)
  }

  @Test("Stops that recur at no known place are suggested, and a suggestion becomes a place")
  func suggestion() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let hut = home.moved(5000, towards: 0)
    var text = ""
    var vehicle = Recordings.Vehicle(at: hut)
    for day in 0..<3 {
      let start = UTCTime("2026-05-04T07:30:00Z")!.advanced(bySeconds: Double(day) * 86_400)
      let part = Recordings.Vehicle.visit(hut, standing: 300, time: start)
      vehicle = part.vehicle
      text += part.text + vehicle.drive(900, towards: 0)
    }
    let daemon = try follow(text, until: vehicle.time, feed: feed, in: scratch)
    let list = try daemon.result("suggestions")["suggestions"]?.array ?? []
    let suggestion = try #require(list.first)
    #expect(list.count == 1 && suggestion["n"] == 1 && suggestion["stops"] == 3, "\(list)")
    #expect(suggestion["usual_hours"] == [7], "\(suggestion)")
    let added = try daemon.result("place.add", ["name": "Hut", "suggestion": 1, "radius_m": 30])
    let position = at(try #require(added["lat"]?.double), try #require(added["lon"]?.double))
    #expect(position.distance(to: hut) < 20)
    #expect(
      try daemon.call("place.add", ["name": "X", "suggestion": 9])["error"]?["data"]?["code"]
        == "not_found")
  }

  @Test("What is forgotten is gone from the answers and from the disk")
  func forget() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    var (text, vehicle) = Recordings.Vehicle.visit(home, standing: 200)
    text += vehicle.drive(900, towards: 0)
    let next = Recordings.Vehicle.visit(
      home.moved(25, towards: 90), standing: 200, time: vehicle.time.advanced(bySeconds: 86_400))
    text += next.text
    let daemon = try follow(text, until: next.vehicle.time, feed: feed, in: scratch)
    let all = try visits(daemon)
    #expect(all.count == 2)
    _ = try daemon.result("select", ["name": "Bank"])
    let listener = try daemon.connect()
    _ = try listener.call("subscribe", ["events": ["visit"]])
    let result = try daemon.result("forget", ["until": "2026-05-05T00:00:00Z"])
    #expect(result["visits"] == 1)
    #expect(try visits(daemon).map { $0["id"] } == [all[0]["id"]])
    let everything = try daemon.result("forget", ["all": true])
    #expect(everything["visits"] == 1 && everything["lessons"]?.int ?? 0 >= 1)
    #expect(try visits(daemon).isEmpty)
    #expect(try daemon.result("selected")["selected"] == .null)
    #expect(try daemon.result("status")["visit"] == .null)
    let told = try JSONValue(parsing: try #require(listener.line()).utf8)["params"]
    #expect(told?["removed"] == true && told?["visit"]?["id"] == all[0]["id"])
    #expect(try daemon.result("explain")["rules"] == [])
    // The places are not what was forgotten.
    #expect(try daemon.result("place.list")["places"]?.array?.count == 2)
    let rows = try PlaceStore(path: scratch.file("places.db"))
    #expect(try rows.visits().visits.isEmpty && rows.lessons().isEmpty)
  }

  @Test("explain names the rule and the numbers that decided, at present and at a visit")
  func explain() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let (text, vehicle) = Recordings.Vehicle.visit(home, standing: 200)
    let daemon = try follow(text, until: vehicle.time, feed: feed, in: scratch)
    let now = try daemon.result("explain")
    let candidates = now["candidates"]?.array ?? []
    #expect(candidates.first?["place"]?["name"] == "Bakery")
    for name in ["distance_m", "density", "prior", "likelihood", "within"] {
      #expect(candidates.allSatisfy { $0[name]?.double != nil }, "\(name)")
    }
    let sum = candidates.compactMap { $0["likelihood"]?.double }.reduce(0, +)
    #expect(abs(sum + (now["elsewhere"]?.double ?? 0) - 1) < 1e-6)
    let rules = now["rules"]?.array ?? []
    #expect(rules.contains { $0["rule"] == "arrived" && $0["time"] != nil && $0["text"] != nil })
    let id = try #require(try visits(daemon).first?["id"])
    let then = try daemon.result("explain", ["visit": id])
    #expect(then["candidates"]?.array?.first?["place"]?["name"] == "Bakery")
    #expect(then["rules"]?.array?.contains { $0["rule"] == "arrived" } == true)
    #expect(try daemon.call("explain", ["visit": 5])["error"]?["data"]?["code"] == "not_found")
  }
}
