import Foundation
import Geography
import JSON
import TestSupport
import Testing

/// What a recording brings does not depend on how it reaches detection.
@Suite("placed: one recording, one set of visits", .serialized)
struct SameVisitsTests {
  /// `PLACED_SOAK` makes the long form.
  private static let isSoak = ProcessInfo.processInfo.environment["PLACED_SOAK"] != nil
  /// Printed with every failure, as an argument of the test.
  static let seeds: [UInt64] = isSoak ? Array(1...40) : [1, 2]

  private static let places = [
    at(60.17, 24.94), at(60.178, 24.955), at(60.165, 24.99), at(60.19, 24.93), at(60.183, 24.97),
  ]

  /// A visit as it must come out of every way.
  private struct Record: Hashable {
    var id: Int
    var place: String?
    var arrived: String?
    var departed: String?
    var between: String
    var isInferred: Bool

    init(_ visit: JSONValue) {
      id = visit["id"]?.int ?? 0
      place = visit["place"]?["name"]?.string
      arrived = visit["arrived_at"]?.string
      departed = visit["departed_at"]?.string
      between = (visit["departed_between"]?.array ?? []).compactMap(\.string).joined(separator: "…")
      isInferred = visit["inferred"] == true
    }

    var began: UTCTime { UTCTime(milliseconds: Int64(id) * 1000) }
  }

  private func table(in scratch: ScratchDirectory) throws {
    let daemon = try DaemonProcess(in: scratch)
    for (index, place) in Self.places.enumerated() {
      _ = try daemon.result(
        "place.add",
        [
          "name": .string("P\(index)"), "lat": .number(place.latitude),
          "lon": .number(place.longitude), "radius_m": 30,
        ])
    }
    daemon.stop()
  }

  private func visits(_ daemon: DaemonProcess) throws -> [Record] {
    try (daemon.result("visits", ["limit": 200])["visits"]?.array ?? []).map(Record.init)
  }

  /// The visits after a day in `pieces`, each ended by `end`.
  private func visits(
    _ trip: Trip, cutAt cuts: [Int], speed: String = "max", end: (DaemonProcess) -> Void
  ) throws -> [Record] {
    let scratch = ScratchDirectory()
    try table(in: scratch)
    var start = 0
    for cut in cuts {
      end(try DaemonProcess(playing: trip.epochs[start..<cut], in: scratch))
      start = cut
    }
    let last = try DaemonProcess(playing: trip.epochs[start...], in: scratch, speed: speed)
    let found = try visits(last)
    last.stop()
    return found
  }

  private func whole(_ trip: Trip) throws -> [Record] {
    try visits(trip, cutAt: []) { _ in }
  }

  private func cuts(_ trip: Trip, _ count: Int, seed: UInt64) -> [Int] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Int.random(in: 60..<trip.epochs.count, using: &generator) }
      .sorted()
  }

  @Test(
    "The daemon and a replay find the same, each stop once, dated to when it began",
    arguments: seeds)
  func replay(seed: UInt64) throws {
    let trip = Trip(among: Self.places, seed: seed)
    let scratch = ScratchDirectory()
    try table(in: scratch)
    let path = try scratch.write(trip.recording, to: "day.nmea")
    let run = try ProgramRun(
      BuiltProgram.path("placed"),
      ["--replay", path, "--database", scratch.file("places.db"), "--events", "departed"])
    let told = try run.output.split(separator: "\n").compactMap {
      try JSONValue(parsing: $0.utf8)["params"]?["visit"].map(Record.init)
    }
    #expect(Array(told.reversed()) == (try whole(trip)))
    #expect(told.count == trip.arrivals.count)
    for (visit, arrival) in zip(told, trip.arrivals) {
      #expect(abs(visit.began.seconds(since: arrival)) <= 15 && visit.place != nil)
    }
  }

  @Test(
    "In pieces with a clean stop between, at any speed, and once more: the same", arguments: seeds)
  func pieces(seed: UInt64) throws {
    let trip = Trip(among: Self.places, seed: seed)
    let expected = try whole(trip)
    for count in Self.isSoak ? [1, 2, 7, 30] : [1, 5] {
      let cuts = cuts(trip, count, seed: seed &* 31 &+ UInt64(count))
      let found = try visits(trip, cutAt: cuts) { $0.stop() }
      #expect(found == expected, "cut at \(cuts)")
    }
    let paced = try visits(trip, cutAt: [], speed: "4000") { _ in }
    #expect(paced == expected)
    let scratch = ScratchDirectory()
    try table(in: scratch)
    for _ in 0..<2 { try DaemonProcess(playing: trip.epochs, in: scratch).stop() }
    // Ended in the middle of the last stop, and all of it again.
    try DaemonProcess(playing: trip.epochs.dropLast(300), in: scratch).stop()
    let again = try DaemonProcess(playing: trip.epochs, in: scratch)
    #expect(try visits(again) == expected)
    again.stop()
  }

  @Test("Killed at any moment: the same, but for what is marked as inferred", arguments: seeds)
  func kill(seed: UInt64) throws {
    let trip = Trip(among: Self.places, seed: seed)
    let expected = try whole(trip)
    for round in 0..<(Self.isSoak ? 6 : 2) {
      let cuts = cuts(trip, 1 + round * 2, seed: seed &* 17 &+ UInt64(round))
      let found = try visits(trip, cutAt: cuts) { $0.kill() }
      for visit in found where !expected.contains(visit) {
        #expect(visit.isInferred, "cut at \(cuts): \(visit)")
      }
      for visit in expected {
        #expect(
          found.contains {
            abs($0.began.seconds(since: visit.began)) <= 15 && $0.place == visit.place
          }, "cut at \(cuts): \(visit) is missing")
      }
    }
  }
}
