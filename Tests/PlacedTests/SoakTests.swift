import Foundation
import Geography
import JSON
import TestSupport
import Testing

/// The long run of `make soak`.
@Suite(
  "placed: a day at full speed",
  .enabled(
    if: ProcessInfo.processInfo.environment["PLACED_SOAK"] != nil, "PLACED_SOAK makes it run"))
struct SoakTests {
  /// Hours of recording; `PLACED_SOAK_HOURS` makes it longer or shorter.
  private static let hours =
    ProcessInfo.processInfo.environment["PLACED_SOAK_HOURS"].flatMap(Int.init) ?? 24
  private static let subscribers = 20

  /// A part of the recording.
  private struct Piece {
    let text: String
    let end: UTCTime
  }

  /// Drives to `place` and stays there for 25 minutes, in pieces that a reader can keep up with.
  private func visit(_ place: Coordinate, _ vehicle: inout Recordings.Vehicle) -> [Piece] {
    var pieces: [Piece] = []
    while case let left = vehicle.position.distance(to: place), left > 1 {
      let text = vehicle.drive(
        min(1000, left), towards: vehicle.position.bearing(to: place))
      pieces.append(Piece(text: text, end: vehicle.time))
    }
    let text = vehicle.stand(1500)
    return pieces + [Piece(text: text, end: vehicle.time)]
  }

  @Test("Memory and descriptors stay flat, and every subscriber gets every arrival")
  func day() throws {
    let (scratch, feed) = (ScratchDirectory(), NMEAFeed())
    let daemon = try DaemonProcess(in: scratch, arguments: feed.arguments)
    let home = at(60.17, 24.94)
    let places = [home, home.moved(4000, towards: 70)]
    for (index, place) in places.enumerated() {
      _ = try daemon.result(
        "place.add",
        [
          "name": .string("P\(index)"), "lat": .number(place.latitude),
          "lon": .number(place.longitude), "radius_m": 30,
        ])
    }
    let clients = try (0..<Self.subscribers).map { _ in
      let client = try daemon.connect()
      _ = try client.call(
        "subscribe", ["events": ["likely", "arrived", "departed", "current", "source"]])
      return client
    }
    var vehicle = Recordings.Vehicle(at: home.moved(2000, towards: 180))
    var footprints: [Footprint] = []
    var arrivals = [Int](repeating: 0, count: Self.subscribers)
    for _ in 0..<Self.hours {
      for piece in places.flatMap({ visit($0, &vehicle) }) {
        feed.say(piece.text)
        try daemon.waitForFixes(before: piece.end)
        for (index, client) in clients.enumerated() { arrivals[index] += read(client) }
      }
      footprints.append(try Footprint(of: daemon))
    }
    #expect(arrivals.allSatisfy { $0 == 2 * Self.hours }, "\(arrivals)")
    let visits = try daemon.result("visits", ["limit": 200])["visits"]?.array ?? []
    #expect(visits.count == min(200, 2 * Self.hours))
    let settled = footprints.dropFirst(footprints.count / 4)
    let memory = settled.map(\.residentKibibytes)
    let growth = (memory.last ?? 0) - (memory.first ?? 0)
    #expect(growth <= 512, "resident memory grew by \(growth) KiB: \(memory)")
    #expect(Set(settled.map(\.descriptors)).count == 1, "\(settled.map(\.descriptors))")
    print(
      "soak: \(Self.hours) h, \(memory.first ?? 0) to \(memory.last ?? 0) KiB resident, "
        + "\(settled.last?.descriptors ?? 0) descriptors")
    #expect(daemon.stop() == 0)
  }

  /// Takes what is there; how many arrivals were in it.
  private func read(_ client: LineSocket) -> Int {
    var count = 0
    while client.receive() > 0 {}
    while let line = client.takeLine() {
      #expect(!line.contains(#""method":"lagged""#), "\(line)")
      if line.contains(#""method":"arrived""#) { count += 1 }
    }
    return count
  }
}
