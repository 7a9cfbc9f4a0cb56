import Foundation
import Geography
import JSON
import PlaceStore
import SQLite
import TestSupport
import Testing

@Suite("placed: power cuts", .enabled(if: Preload.disk != nil, "needs a C compiler"))
struct PowerCutTests {
  /// `PLACED_SOAK` makes the long form.
  private static let cuts = ProcessInfo.processInfo.environment["PLACED_SOAK"] == nil ? 20 : 500

  private static let firstID = 1000

  /// What clients were told by some moment.
  private struct Told {
    /// The answers to the requests, in their order.
    var answers = 0
    /// Visits that were told to have begun, and to have ended.
    var arrived: Set<Int> = []
    var departed: Set<Int> = []

    mutating func take(_ text: String) throws {
      for line in text.split(separator: "\n") {
        guard let message = try? JSONValue(parsing: line.utf8) else { continue }
        // Others ask too; these are the test's own.
        if message["id"]?.int ?? 0 >= PowerCutTests.firstID { answers += 1 }
        guard let visit = message["params"]?["visit"]?["id"]?.int else { continue }
        if message["method"] == "arrived" { arrived.insert(visit) }
        if message["method"] == "departed" { departed.insert(visit) }
      }
    }
  }

  /// A request, and what the database holds once it is answered.
  private struct Change {
    var selected: Int?
    var places: Set<String>
  }

  /// A drive of `stops` visits, the first at `home`.
  private func drive(stops: Int, from home: Coordinate) -> String {
    var text = ""
    var time = UTCTime("2026-05-04T07:30:00Z")!
    var position = home.moved(900, towards: 270)
    func epoch(_ knots: Double) {
      text += Recordings.epoch(time, position, knots: knots)
      time = time.advanced(bySeconds: 1)
    }
    for _ in 0..<stops {
      for _ in 0..<60 {
        epoch(29)
        position = position.moved(15, towards: 90)
      }
      for _ in 0..<150 { epoch(0) }
    }
    for _ in 0..<60 {
      epoch(29)
      position = position.moved(15, towards: 90)
    }
    return text
  }

  @Test(
    "Whatever a cut leaves of the disk, all that was answered and told is there and whole",
    .timeLimit(.minutes(10)))
  func cuts() throws {
    let (trace, changes, imported) = try record()
    var generator = SeededGenerator(seed: 42)
    let count = trace.steps.count
    var moments = (0..<Self.cuts).map { _ in Int.random(in: 0...count, using: &generator) }
    moments.append(count)
    var disk = DiskTrace.Disk()
    var told = Told()
    var next = 0
    for moment in moments.sorted() {
      while next < moment {
        disk.take(trace.steps[next])
        if case .sent(let text) = trace.steps[next] { try told.take(text) }
        next += 1
      }
      for loss in DiskTrace.Disk.Loss.allCases {
        let folder = ScratchDirectory()
        try disk.write(to: folder, losing: loss, &generator)
        try check(folder, told, changes, imported, "cut at \(moment) of \(count), \(loss) lost")
      }
    }
    #expect(told.arrived.count == 4 && told.departed.count == 4)
    #expect(told.answers >= changes.count)
  }

  private func check(
    _ folder: ScratchDirectory, _ told: Told, _ changes: [Change], _ imported: Int,
    _ comment: Comment
  ) throws {
    let path = folder.file("places.db")
    guard FileManager.default.fileExists(atPath: path) else {
      #expect(told.answers == 0, comment)
      return
    }
    let store = try PlaceStore(path: path)
    #expect(
      try Database(path: path).text("PRAGMA integrity_check") == "ok", comment)
    #expect(try store.check().isEmpty, comment)
    // The request that was not answered yet is carried out or not.
    let states = changes[max(0, told.answers - 1)..<min(changes.count, told.answers + 1)]
    let selected = try store.selection()?.placeID
    #expect(told.answers == 0 || states.contains { $0.selected == selected }, comment)
    let own = Set(try store.list(source: "user", limit: 200).map(\.name))
    if told.answers > 0, let least = states.first, let most = states.last {
      #expect(own.isSuperset(of: least.places) && own.isSubset(of: most.places), comment)
    }
    let others = store.placeCount - own.count
    #expect((0...imported).contains(others), comment)
    for id in told.arrived { #expect(try store.visit(id: id) != nil, comment) }
    for id in told.departed { #expect(try store.visit(id: id)?.isOpen == false, comment) }
    _ = try store.detectorState()
  }

  /// Lets a daemon select, add, remove and follow a drive, and another program import, and writes
  /// down what reaches the disk.
  private func record() throws -> (DiskTrace, [Change], imported: Int) {
    let scratch = ScratchDirectory()
    let variables = [
      "LD_PRELOAD": try #require(Preload.disk), "TEST_DISK": scratch.file("places.db"),
      "TEST_TRACE": scratch.file("trace"),
    ]
    let home = at(60.17, 24.94)
    let feed = NMEAFeed()
    let daemon = try DaemonProcess(
      in: scratch, configuration: "[selection]\nuntil = changed\n", arguments: feed.arguments,
      environment: variables)
    let client = try daemon.connect()
    _ = try client.call("hello", id: Self.firstID)
    var changes = [Change(selected: nil, places: [])]
    let subscriber = try daemon.connect()
    _ = try subscriber.call("subscribe", ["events": ["arrived", "departed"]])
    var ids: [Int] = []
    func call(_ method: String, _ params: JSONValue, _ change: (inout Change) -> Void) throws {
      let answer = try client.call(method, params, id: Self.firstID + changes.count)
      let result = try #require(answer["result"], "\(answer)")
      if method == "place.add" { ids.append(try #require(result["id"]?.int)) }
      var next = changes[changes.count - 1]
      change(&next)
      changes.append(next)
    }
    for index in 0..<8 {
      let name = "P\(index)"
      try call(
        "place.add",
        [
          "name": .string(name), "lat": 60.17, "lon": .number(24.94 + Double(index) / 100),
          "radius_m": 20,
        ]
      ) { $0.places.insert(name) }
    }
    let collection = (0..<1000).map { index in
      let position = home.moved(Double(index) * 3, towards: Double(index * 7 % 360))
      return #"{"type":"Feature","id":"f\#(index)","properties":{"name":"F\#(index)"},"#
        + #""geometry":{"type":"Point","coordinates":["#
        + "\(position.longitude),\(position.latitude)]}}"
    }
    let file = try scratch.write(
      #"{"type":"FeatureCollection","features":["# + collection.joined(separator: ",") + "]}",
      to: "more.geojson")
    var environment = ProcessInfo.processInfo.environment
    environment.merge(variables) { $1 }
    let importer = try SpawnedProgram(
      BuiltProgram.path("placectl"),
      ["import", file, "--database", scratch.file("places.db"), "--socket", scratch.file("s")],
      environment: environment)
    var lines = drive(stops: 4, from: home).split(
      separator: "\r\n", omittingEmptySubsequences: true
    )
    .map { $0 + "\r\n" }[...]
    for round in 0..<40 {
      feed.say(lines.prefix(50).joined())
      lines = lines.dropFirst(50)
      let id = ids[round % ids.count]
      if round % 3 == 2 {
        try call("clear", [:]) { $0.selected = nil }
      } else {
        try call("select", ["place": .number(Double(id))]) { $0.selected = id }
      }
    }
    feed.say(lines.joined())
    for _ in 0..<4 { #expect(try subscriber.notification("departed") != nil) }
    #expect(try importer.wait(seconds: 60) == 0)
    daemon.kill()
    return (try DiskTrace(path: scratch.file("trace")), changes, 1000)
  }
}
