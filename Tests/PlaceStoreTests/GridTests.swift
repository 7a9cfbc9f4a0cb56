import Foundation
import Geography
import Places
import SQLite
import TestSupport
import Testing

@testable import PlaceStore

/// Rounds of random tables; `make soak` asks for more.
private let rounds = ProcessInfo.processInfo.environment["PLACED_SOAK"] == nil ? 8 : 420

@Suite("The grid")
struct GridTests {
  /// A table and the same rows in memory.
  private final class Table {
    let store: PlaceStore
    var rows: [Int: (row: PlaceRow, polygon: Polygon?)] = [:]
    var places: RandomPlaces
    var nextID = 1

    init(seed: UInt64, count: Int, batch: Int) throws {
      store = try PlaceStore(path: "", access: .memory)
      places = RandomPlaces(seed: seed)
      var left = count
      while left > 0 {
        try change { edits in
          for _ in 0..<min(batch, left) { try insert(&edits) }
        }
        left -= batch
      }
    }

    func change(_ body: (inout GridEdits) throws -> Void) throws {
      var edits = GridEdits()
      try store.database.execute("BEGIN")
      try body(&edits)
      try edits.apply(to: store.tiles)
      try store.database.execute("COMMIT")
    }

    private func shape(_ place: (row: PlaceRow, polygon: Polygon?)) -> [UInt8]? {
      place.polygon.map { ShapeCoding.encode($0, around: place.row.position) }
    }

    func insert(_ edits: inout GridEdits) throws {
      let new = places.row(id: nextID)
      nextID += 1
      rows[new.row.id] = new
      try store.insert(new.row, shape: shape(new), edits: &edits)
    }

    /// A few insertions, removals and moves, each by itself or all at once.
    func edit(count: Int, atOnce: Bool) throws {
      func one(_ edits: inout GridEdits) throws {
        let id = rows.keys.sorted().randomElement(using: &places.random)
        switch (id, Int.random(in: 0..<3, using: &places.random)) {
        case (let id?, 0):
          let old = rows.removeValue(forKey: id)!
          try store.delete(old.row, byUser: true, edits: &edits)
        case (let id?, 1):
          let new = places.row(id: id)
          try store.replace(rows[id]!.row, with: new.row, shape: shape(new), edits: &edits)
          rows[id] = new
        default: try insert(&edits)
        }
      }
      if atOnce {
        // A place changes once in a batch, as in an import.
        try change { edits in
          for id in rows.keys.sorted().shuffled(using: &places.random).prefix(count) {
            let new = places.row(id: id)
            try store.replace(rows[id]!.row, with: new.row, shape: shape(new), edits: &edits)
            rows[id] = new
          }
        }
      } else {
        for _ in 0..<count { try change { try one(&$0) } }
      }
    }

    /// What the query must find: distances on the grid as the tiles have it, brute force.
    func expected(_ query: GridQuery) -> [(id: Int, distance: Double, radius: Double)] {
      rows.values.compactMap { row, polygon -> (id: Int, distance: Double, radius: Double)? in
        let (entry, gridClass) = GridEntry.of(row)
        guard query.classes.contains(gridClass), query.categories?.contains(row.category) ?? true
        else { return nil }
        let radius = Double(entry.radiusSteps) / GridClass.radiusStepsPerMeter(gridClass)
        let distance = EdgeDistance.meters(
          from: query.center, to: entry.position.coordinate, radiusMeters: radius,
          polygon: polygon)
        return distance <= query.withinMeters ? (row.id, distance, radius) : nil
      }.sorted { ($0.distance, $0.radius, $0.id) < ($1.distance, $1.radius, $1.id) }
    }
  }

  /// Compares a query with brute force; rounding may swap places that are equally far to 1 mm.
  private func check(_ table: Table, _ query: GridQuery, _ seed: UInt64) throws {
    let hits = try table.store.grid.run(query)
    let expected = table.expected(query)
    let wanted = Array(expected.prefix(query.limit))
    #expect(hits.count == wanted.count, "seed \(seed), \(query)")
    for (hit, place) in zip(hits, wanted) {
      let tolerance = 1e-3 + place.distance * 1e-8
      guard abs(hit.distanceMeters - place.distance) <= tolerance else {
        Issue.record("seed \(seed), \(query): \(hit) where \(place) was expected")
        return
      }
    }
    #expect(Set(hits.map(\.id)).count == hits.count, "seed \(seed), \(query)")
  }

  private func query(_ table: Table) -> GridQuery {
    var query = GridQuery(
      center: table.places.somewhere(),
      withinMeters: [0, 30, 250, 1500, 20_000, 400_000, 9e6, .infinity]
        .randomElement(using: &table.places.random)!,
      limit: [1, 5, 32, 100, .max].randomElement(using: &table.places.random)!)
    switch Int.random(in: 0..<5, using: &table.places.random) {
    case 0: query.classes = GridClass.all
    case 1: query.classes = GridClass.localities
    case 2: query.categories = Category.codes(matching: "food")
    default: break
    }
    return query
  }

  @Test("Every query equals brute force, after every kind of edit", arguments: 0..<rounds)
  func bruteForce(_ round: Int) throws {
    let seed = UInt64(1000 + round)
    let table = try Table(
      seed: seed, count: [3, 300, 1500][round % 3], batch: [1, 50, 1500][round % 3])
    for step in 0..<4 {
      for _ in 0..<60 { try check(table, query(table), seed) }
      try table.edit(count: 40, atOnce: step == 1)
    }
  }

  @Test("A tall stack on one position is found, and goes away entry by entry")
  func stack() throws {
    let table = try Table(seed: 7, count: 0, batch: 1)
    var ids: [Int] = []
    func add(_ edits: inout GridEdits) throws {
      var row = PlaceRow()
      row.id = table.nextID
      row.position = FixedPoint(at(48.2, 16.37))
      table.nextID += 1
      table.rows[row.id] = (row, nil)
      ids.append(row.id)
      try table.store.insert(row, shape: nil, edits: &edits)
    }
    try table.change { for _ in 0..<2500 { try add(&$0) } }
    for _ in 0..<50 { try table.change { try add(&$0) } }
    try table.change { for _ in 0..<100 { try table.insert(&$0) } }
    try check(table, GridQuery(center: at(48.2, 16.37), withinMeters: 10), 7)
    try check(table, GridQuery(center: at(48.2, 16.37), withinMeters: 10, limit: 40), 7)
    var random = SeededGenerator(seed: 7)
    for id in ids.shuffled(using: &random).prefix(2400) {
      try table.change {
        try table.store.delete(table.rows.removeValue(forKey: id)!.row, byUser: true, edits: &$0)
      }
    }
    try check(table, GridQuery(center: at(48.2, 16.37), withinMeters: 10), 7)
  }

  @Test("Built from the rows it equals the one that grew by edits", arguments: [11, 12])
  func build(_ seed: UInt64) throws {
    let table = try Table(seed: seed, count: 2000, batch: 100)
    let folder = ScratchDirectory()
    let file = try RunFile(path: folder.file("runs"), truncating: true)
    try table.store.database.execute("BEGIN")
    try GridBuilder(table.store.database, path: "", runsIn: file).build()
    try table.store.database.execute("COMMIT")
    for _ in 0..<100 { try check(table, query(table), seed) }
    try table.edit(count: 60, atOnce: false)
    for _ in 0..<100 { try check(table, query(table), seed) }
  }

  @Test(
    "alexreisner/geocoder#1195, albar965/littlenavmap#1184: PASY and PADK, 343 nautical miles apart across the date line, are both within 500"
  )
  func aleutians() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let shemya = try store.add(PlaceDraft(name: "PASY", position: at(52.7123, 174.1136)))
    let adak = try store.add(PlaceDraft(name: "PADK", position: at(51.8780, -176.6461)))
    for place in [shemya, adak] {
      let found = try store.nearest(to: place.position, withinMeters: 500 * 1852, limit: 10)
      #expect(Set(found.map(\.place.id)) == [shemya.id, adak.id])
    }
  }

  @Test(
    "tidwall/tile38#64: small circles on a grid of points miss none near the date line",
    arguments: [-60.0, 0, 52.3])
  func dateLine(_ latitude: Double) throws {
    let store = try PlaceStore(path: "", access: .memory)
    // 21 by 21 points, 100 m apart, the date line in their middle.
    let middle = at(latitude, 180)
    var points: [Int: Coordinate] = [:]
    for row in -10...10 {
      for column in -10...10 {
        let position = middle.moved(Double(row) * 100, towards: 0)
          .moved(Double(column) * 100, towards: 90)
        points[try store.add(PlaceDraft(name: "p", position: position)).id] = position
      }
    }
    #expect(points.values.contains { $0.longitude > 0 })
    #expect(points.values.contains { $0.longitude < 0 })
    for position in points.values {
      for meters in [1.0, 120, 350] {
        let near = points.filter { position.distance(to: $0.value) <= meters }
        let found = try store.nearest(to: position, withinMeters: meters, limit: 500)
        #expect(Set(found.map(\.place.id)) == Set(near.keys), "\(position), \(meters) m")
      }
    }
  }

  @Test(
    "jesseemerick/NGeoHash#6, sunng87/node-geohash#33: neighbours across the date line and over the pole are found from both sides"
  )
  func neighbours() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let west = try store.add(PlaceDraft(name: "w", position: at(10, 179.9999)))
    let east = try store.add(PlaceDraft(name: "e", position: at(10, -179.9999)))
    let near = try store.add(PlaceDraft(name: "n", position: at(89.9999, 0)))
    let over = try store.add(PlaceDraft(name: "o", position: at(89.9999, 180)))
    func ids(_ position: Coordinate) throws -> [Int] {
      try store.nearest(to: position, withinMeters: 50, limit: 10).map(\.place.id)
    }
    #expect(try Set(ids(at(10, 180))) == [west.id, east.id])
    #expect(try Set(ids(at(10, -180))) == [west.id, east.id])
    #expect(try Set(ids(at(90, -77))) == [near.id, over.id])
    #expect(try ids(at(89.9999, 180)) == [over.id, near.id])
  }

  @Test(
    "osm-search/Nominatim#2785, osm-search/Nominatim#4108: of two places at distance 0 the smaller is first, of equal ones the older"
  )
  func ties() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let large = try store.add(PlaceDraft(name: "l", position: at(5, 5), radiusMeters: 500)).id
    let small = try store.add(PlaceDraft(name: "s", position: at(5, 5.001), radiusMeters: 300)).id
    let twin = try store.add(PlaceDraft(name: "s", position: at(5, 5.001), radiusMeters: 300)).id
    for _ in 0..<3 {
      let found = try store.nearest(to: at(5, 5), limit: 5)
      #expect(found.map(\.place.id) == [small, twin, large])
      #expect(found.allSatisfy { $0.distanceMeters == 0 })
    }
  }

  @Test(
    "transistorsoft/react-native-background-geolocation#1552, UnownHash/Golbat#88: among 30 000 places as among 1 000 a query reads a few tiles"
  )
  func fences() throws {
    for count in [1_000, 30_000] {
      let store = try PlaceStore(path: "", access: .memory)
      var random = SeededGenerator(seed: 9)
      var edits = GridEdits()
      // As dense in both: 400 places a square kilometre.
      let side = Double(count).squareRoot() * 50
      let corner = at(48, 11)
      var positions: [Coordinate] = []
      for id in 1...count {
        let position = corner.moved(.random(in: 0...side, using: &random), towards: 0)
          .moved(.random(in: 0...side, using: &random), towards: 90)
        positions.append(position)
        var row = PlaceRow()
        row.id = id
        row.name = "f"
        row.position = FixedPoint(position)
        row.radiusMillimeters = 50_000
        try store.insert(row, shape: nil, edits: &edits)
      }
      try edits.apply(to: store.tiles)
      for position in positions.prefix(200) {
        let hits = try store.grid.run(
          GridQuery(center: position, withinMeters: 250, limit: 32))
        #expect(hits.first?.distanceMeters == 0)
        #expect(store.grid.tilesRead <= 24, "\(count) places: \(store.grid.tilesRead)")
      }
    }
  }

  @Test("SQLite's R*Tree keeps 32-bit floats: two places 10 cm apart are told apart by their rows")
  func precision() throws {
    let store = try PlaceStore(path: "", access: .memory)
    // At 179° a float's step is 1.7 m.
    let west = try store.add(PlaceDraft(name: "w", position: at(60, 179.1234567))).id
    let east = try store.add(PlaceDraft(name: "e", position: at(60, 179.1234585))).id
    func ids(_ longitude: Double, _ meters: Double) throws -> [Int] {
      try store.nearest(to: at(60, longitude), withinMeters: meters, limit: 5).map(\.place.id)
    }
    #expect(try ids(179.1234567, 0.03) == [west])
    #expect(try ids(179.1234585, 0.03) == [east])
    #expect(try ids(179.1234567, 0.2) == [west, east])
    #expect(try ids(179.1234585, 0.2) == [east, west])
    #expect(try store.place(id: west)?.position.longitude == 179.1234567)
  }

  @Test("Published distances are those of the rows, to the edge of an outline too")
  func distances() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let square = Polygon(rings: [[at(0, 0), at(0, 0.01), at(0.01, 0.01), at(0.01, 0)]])
    let place = try store.add(PlaceDraft(name: "sq", position: at(0, 0), polygon: square))
    let point = try store.add(
      PlaceDraft(name: "p", position: at(0.0123457, -0.0012345), radiusMeters: 12.345))
    let position = at(0.005, -0.001)
    let found = try store.nearest(to: position, limit: 5)
    #expect(found.map(\.place.id) == [place.id, point.id])
    #expect(abs(found[0].distanceMeters - 0.001 * Coordinate.metersPerDegree) < 0.01)
    let exact = position.distance(to: at(0.0123457, -0.0012345)) - 12.345
    #expect(abs(found[1].distanceMeters - exact) < 1e-6)
    #expect(try store.nearest(to: at(0.005, 0.005), limit: 1).first?.distanceMeters == 0)
    #expect(try store.distanceMeters(from: position, to: found[0].place) == found[0].distanceMeters)
  }

  @Test("Detection gets the same of a place by its position and by its number, and no locality")
  func candidates() throws {
    let store = try PlaceStore(path: "", access: .memory)
    let square = Polygon(rings: [[at(0, 0), at(0, 0.001), at(0.001, 0.001), at(0.001, 0)]])
    let ids = try [
      PlaceDraft(name: "a", position: at(0.0001234, 0.0005678), radiusMeters: 17.3),
      PlaceDraft(name: "b", position: at(0, 0), polygon: square, category: "park", priority: 2),
      PlaceDraft(name: "c", position: at(0, 0), category: "supermarket", arriveAfterSeconds: 9),
    ].map { try store.add($0).id }
    _ = try store.add(PlaceDraft(name: "town", position: at(0, 0), category: "town"))
    let found = store.candidates(around: at(0, 0), withinMeters: 500, limit: 10)
    #expect(Set(found.map(\.id)) == Set(ids))
    for candidate in found {
      #expect(store.candidate(id: candidate.id) == candidate)
    }
    #expect(found.first { $0.id == ids[1] }?.priority == 2)
    #expect(found.first { $0.id == ids[2] }?.arriveAfterSeconds == 9)
    #expect(found.first { $0.id == ids[2] }?.popularity == 8)
    #expect(
      store.popularity(around: at(0, 0), withinMeters: 5000)
        == found.map(\.popularity).reduce(0, +))
    #expect(store.candidate(id: 12_345) == nil)
    #expect(store.lookupFailure == nil)
  }
}
