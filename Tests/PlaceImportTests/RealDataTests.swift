import Foundation
import Geography
import PlaceImport
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("Real files", .enabled(if: SharedData.isPresent, "the shared data is not here"))
struct RealDataTests {
  let fixture = ImportFixture()

  private func data(_ name: String) -> String { SharedData.path("data/places/\(name)") }

  @Test("Helsinki: 1 628 places, 89 bus stops and 36 localities among them")
  func helsinki() throws {
    let result = try fixture.run(
      file: data("helsinki.poi.geojsonseq"), ImportOptions(sourceName: "osm"))
    #expect(result.counts.added == 1628)
    #expect(result.counts.skipped == ["no_name": 2176 - 1628])
    #expect(result.counts.bad == [:])
    #expect(result.attribution == "© OpenStreetMap contributors")
    let places = try fixture.places()
    #expect(places.count == 1628)
    #expect(places.filter { $0.category == "bus_stop" }.count == 89)
    let localities = places.filter {
      $0.category.flatMap { Category(word: $0) }?.isLocality ?? false
    }
    #expect(localities.count == 36)
    let store = try fixture.store()
    #expect(store.placeCount == 1628)
    let station = try #require(try store.places(source: "osm", sourceID: "n25389429").first)
    #expect(station.name == "Helsinki")
    #expect(station.names["sv"] == "Helsingfors järnvägsstation")
    #expect(station.label == "Helsinki, Kaivokatu 1, Finland")
    #expect(places.filter { $0.address.locality == "Helsinki" }.count > 1600)
    #expect(places.filter { $0.address.countryCode == "FI" }.count == 1628)
    let here = try #require(try store.here(at: at(60.1699, 24.9384)))
    #expect(here.locality == "Helsinki" && here.countryCode == "FI")
    let again = try fixture.run(
      file: data("helsinki.poi.geojsonseq"), ImportOptions(sourceName: "osm"))
    #expect(again.counts.unchanged == 1628 && again.counts.added + again.counts.updated == 0)
  }

  @Test("The town filled in is that of the address, where there is one")
  func towns() throws {
    for (file, least) in [("helsinki", 1177), ("liechtenstein", 34)] {
      let fixture = ImportFixture()
      let text = try String(contentsOfFile: data("\(file).poi.geojsonseq"), encoding: .utf8)
      var expected: [String: String] = [:]
      var stripped = ""
      for line in text.split(separator: "\n") {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as! [String: Any]
        var properties = object["properties"] as! [String: Any]
        if properties["name"] != nil, let city = properties.removeValue(forKey: "addr:city") {
          expected[object["id"] as! String] = city as? String
        }
        var feature = object
        feature["properties"] = properties
        stripped +=
          String(decoding: try JSONSerialization.data(withJSONObject: feature), as: UTF8.self)
          + "\n"
      }
      try fixture.run(stripped, as: "x.geojsonseq")
      let places = try fixture.places()
      let right = places.filter {
        expected[$0.sourceID] != nil && expected[$0.sourceID] == $0.address.locality
      }
      #expect(right.count >= least, "\(file): \(right.count) of \(expected.count)")
    }
  }

  @Test("Liechtenstein: 686 places")
  func liechtenstein() throws {
    let result = try fixture.run(file: data("liechtenstein.poi.geojsonseq"))
    #expect(result.counts.added == 686)
    #expect(result.source == "liechtenstein.poi.geojsonseq")
    #expect(try fixture.places().filter { $0.category == "bus_stop" }.count == 307)
  }

  @Test("28 298 airports, no options needed")
  func airports() throws {
    let result = try fixture.run(file: data("airports.csv"))
    #expect(result.counts.added == 28298)
    #expect(result.counts.bad == [:] && result.counts.skipped == [:])
    let store = try fixture.store()
    let helsinki = try #require(try store.places(source: "airports.csv", sourceID: "EFHK").first)
    #expect(helsinki.names["iata"] == "HEL")
    #expect(helsinki.category == "airport")
    #expect(helsinki.address.countryCode == "FI")
    #expect(try store.search("HEL", near: helsinki.position, limit: 1).first?.id == helsinki.id)
    let found = try store.nearest(to: at(52.7123, 174.1136), withinMeters: 500 * 1852, limit: 200)
    #expect(Set(found.map(\.place.sourceID)).isSuperset(of: ["PASY", "PADK"]))
  }

  @Test(
    "OpenStreetMap: what is kept, the bus stops and the doubles add up",
    arguments: ["liechtenstein", "helsinki"])
  func osm(_ name: String) throws {
    guard Tools.have("osmium") else { return }
    let named = ["liechtenstein": 686, "helsinki": 1628][name]!
    let result = try fixture.run(file: data("\(name).osm.pbf"))
    let skipped = result.counts.skipped
    #expect(result.source == "osm")
    #expect(skipped["bus_stop"] == ["liechtenstein": 307, "helsinki": 89][name])
    #expect(result.counts.added + (skipped["bus_stop"] ?? 0) + (skipped["double"] ?? 0) == named)
    #expect((skipped["double"] ?? 0) > 0)
    let all = ImportFixture()
    let withStops = try all.run(
      file: data("\(name).osm.pbf"), ImportOptions(busStops: true))
    #expect(withStops.counts.skipped["bus_stop"] == nil)
    #expect(withStops.counts.added > result.counts.added)
    let left = try FileManager.default.contentsOfDirectory(atPath: all.folder.path)
    #expect(left.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == ["places.db"])
  }

  @Test("An unsorted file is sorted first")
  func unsorted() throws {
    guard Tools.have("osmium") else { return }
    let result = try fixture.run(file: data("baltimore.osm.pbf"), ImportOptions(busStops: true))
    #expect(result.counts.added + (result.counts.skipped["double"] ?? 0) == 803)
  }

  @Test("A truncated OpenStreetMap file changes nothing")
  func truncated() throws {
    guard Tools.have("osmium") else { return }
    let whole = try Data(contentsOf: URL(fileURLWithPath: data("liechtenstein.osm.pbf")))
    let path = fixture.folder.file("cut.osm.pbf")
    try whole.prefix(300_000).write(to: URL(fileURLWithPath: path))
    #expect { try fixture.run(file: path) } throws: { ($0 as? ImportError)?.code == .malformed }
    #expect(try fixture.places() == [])
  }

  @Test(
    "Waypoints of GPX files",
    arguments: [("gpx-wpt-only.gpx", 8), ("gpx-unicode.gpx", 6), ("gpx11-all-fields.gpx", 2)])
  func gpx(_ name: String, _ waypoints: Int) throws {
    let result = try fixture.run(file: SharedData.path("data/tracks/\(name)"))
    let counts = result.counts
    #expect(counts.added + (counts.skipped["no_name"] ?? 0) == waypoints, "\(counts)")
  }
}

/// Programs that a test needs.
enum Tools {
  /// Whether a program is in PATH.
  static func have(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
