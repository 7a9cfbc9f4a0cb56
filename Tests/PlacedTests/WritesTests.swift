import Foundation
import Geography
import JSON
import TestSupport
import Testing

@Suite(
  "placed: what is written to the disk", .enabled(if: Preload.disk != nil, "needs a C compiler"))
struct WritesTests {
  private let home = at(60.17, 24.94)

  /// A daemon whose writes are written down.
  private struct Watched {
    let scratch = ScratchDirectory()
    let feed = NMEAFeed()
    let daemon: DaemonProcess

    init() throws {
      daemon = try DaemonProcess(
        in: scratch, arguments: feed.arguments,
        environment: [
          "LD_PRELOAD": try #require(Preload.disk), "TEST_DISK": scratch.file("places.db"),
          "TEST_TRACE": scratch.file("trace"),
        ])
    }

    /// Bytes written while the daemon takes `text`, whose last fix is of `last`.
    func written(_ text: String, last: UTCTime) throws -> Int {
      let before = try total()
      feed.say(text)
      try daemon.waitForFixes(before: last.advanced(bySeconds: 1))
      return try total() - before
    }

    private func total() throws -> Int {
      try DiskTrace(path: scratch.file("trace")).steps.reduce(0) { total, step in
        if case .written(_, _, let bytes) = step { total + bytes.count } else { total }
      }
    }
  }

  @Test("Nothing while parked or driving, little for a provisional stop and for a visit")
  func bounds() throws {
    let watched = try Watched()
    _ = try watched.daemon.result(
      "place.add", ["name": "Home", "lat": 60.17, "lon": 24.94, "radius_m": 30])
    var vehicle = Recordings.Vehicle(at: home.moved(20_000, towards: 180))
    func count(_ text: String, _ vehicle: Recordings.Vehicle) throws -> Int {
      try watched.written(text, last: vehicle.time.advanced(bySeconds: -1))
    }
    var text = vehicle.drive(18_000, towards: 0)
    #expect(try count(text, vehicle) == 0, "driving")
    text = vehicle.stand(30)
    let provisional = try count(text, vehicle)
    // The first makes its file of two pages.
    #expect(provisional > 0 && provisional <= 3 * 4096, "\(provisional) bytes")
    text = vehicle.drive(900, towards: 0) + vehicle.stand(30)
    let second = try count(text, vehicle)
    #expect(second > 0 && second <= 4096, "\(second) bytes a provisional stop")
    text = vehicle.drive(1100, towards: 0)
    #expect(try count(text, vehicle) == 0, "driving")
    // The first visit also writes the changes of health since the start.
    for round in 1...3 {
      text = vehicle.stand(300)
      let arrival = try count(text, vehicle)
      text = vehicle.stand(3600)
      #expect(try count(text, vehicle) == 0, "parked")
      text = vehicle.drive(900, towards: 90)
      let departure = try count(text, vehicle)
      #expect(arrival > 0 && departure > 0)
      let most = round == 1 ? 32 << 10 : 24 << 10
      #expect(arrival + departure <= most, "visit \(round): \(arrival) + \(departure) bytes")
    }
  }

  @Test(
    "A real drive through a city writes provisional stops alone",
    .enabled(if: SharedData.isPresent, "needs the shared recordings"))
  func munich() throws {
    let watched = try Watched()
    let data = try Data(
      contentsOf: URL(fileURLWithPath: SharedData.path("data/tracks/drive-munich-x0001-001.json")))
    let points = try #require(try JSONValue(parsing: data).array)
    var text = ""
    var last = UTCTime(milliseconds: 0)
    var before: (Coordinate, UTCTime)?
    for point in points {
      // POINT(lon lat), and a time with +0200.
      let numbers = (point["point"]?.string ?? "").split { "(POINT )".contains($0) }
        .compactMap { Double($0) }
      let when = (point["time"]?.string ?? "").replacingOccurrences(of: " ", with: "T")
      guard numbers.count == 2, let time = UTCTime(when.prefix(19) + "Z") else { continue }
      let position = at(numbers[1], numbers[0])
      last = time.advanced(bySeconds: -7200)
      let speed = before.map { old in
        old.0.distance(to: position) / max(1, last.seconds(since: old.1))
      }
      text += Recordings.epoch(last, position, knots: min(60, speed ?? 0) / 0.514444)
      before = (position, last)
    }
    try #require(points.count == 1194)
    let subscriber = try watched.daemon.connect()
    _ = try subscriber.call("subscribe", ["events": ["arrived"]])
    let bytes = try watched.written(text, last: last)
    #expect(subscriber.line(within: 0.1) == nil, "a visit was made on the road")
    // Twenty minutes hold twenty provisional stops at most; the first makes its file.
    #expect(bytes <= 21 * 4096 + 8192, "\(bytes) bytes")
    #expect(try watched.daemon.result("status")["filter"]?["accepted"]?.int ?? 0 > 1000)
  }
}
