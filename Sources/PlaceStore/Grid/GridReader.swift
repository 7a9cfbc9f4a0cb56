import Geography
import Places
import SQLite

/// Answers queries from the table `tile`.
///
/// For each class the tiles in the window of the query's circle and the class's largest extent are
/// read along the curve, skipping over what lies outside with BIGMIN. When only the nearest are
/// wanted, a few tiles around the position give an upper bound on the last one's distance first. A
/// query is one read transaction: statements by themselves would each lock and unlock the file.
package final class GridReader {
  /// Tiles read for the upper bound.
  private static let probedTiles = 3
  /// A smaller circle is a bound that is good enough: it holds fewer places than a tile.
  private static let probedFrom = 150.0
  /// First radius in metres for a search without bound, and how it grows.
  private static let firstReach = 5_000.0
  private static let reachGrowth = 8.0
  /// Half way round the Earth: nothing is further away.
  private static let furthest = Coordinate.earthRadiusMeters * .pi

  private let database: Database
  private let scan: Statement
  private let shape: Statement
  private let begin: Statement
  private let commit: Statement

  /// Outlines of places found by the last query, by id: they were read to measure them.
  package private(set) var polygons: [UInt32: Polygon] = [:]
  /// Tiles read by the last query.
  package private(set) var tilesRead = 0

  package init(_ database: Database) throws(SQLiteError) {
    self.database = database
    scan = try database.prepare(
      "SELECT key, entries FROM tile WHERE key BETWEEN ? AND ? ORDER BY key")
    shape = try database.prepare(
      "SELECT lat, lon, rings FROM shape JOIN place USING(id) WHERE id = ?")
    begin = try database.prepare("BEGIN")
    commit = try database.prepare("COMMIT")
  }

  /// The places that match, nearest first, ties by the smaller extent and then the id.
  package func run(_ query: GridQuery) throws(SQLiteError) -> [GridHit] {
    polygons.removeAll(keepingCapacity: true)
    tilesRead = 0
    guard query.limit > 0, query.withinMeters >= 0 else { return [] }
    return try transaction { () throws(SQLiteError) in
      let ruler = GridRuler(from: query.center)
      let filter = query.categories.map(CategoryFilter.init)
      let radius = min(query.withinMeters, Self.furthest)
      var reach = radius
      if query.limit < .max, radius > Self.probedFrom {
        reach = min(radius, try probe(query, ruler, filter))
        if reach > Self.firstReach, reach == radius {
          return try widening(query, ruler, filter, radius: radius)
        }
      }
      return try search(query, ruler, filter, radius: reach).sorted
    }
  }

  /// Searches ever larger circles: a rare category may be far away, and all the world's tiles are
  /// not to be read for one that is near.
  private func widening(
    _ query: GridQuery, _ ruler: GridRuler, _ filter: CategoryFilter?, radius: Double
  ) throws(SQLiteError) -> [GridHit] {
    var reach = Self.firstReach
    while reach < radius {
      let hits = try search(query, ruler, filter, radius: reach)
      if hits.isFull { return hits.sorted }
      reach *= Self.reachGrowth
    }
    return try search(query, ruler, filter, radius: radius).sorted
  }

  private func transaction<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    guard !database.isInTransaction else { return try body() }
    try begin.run()
    defer { try? commit.run() }
    return try body()
  }

  /// No less than the distance of the last of the `limit` nearest, from the tiles around the
  /// position; infinite where those hold too few.
  private func probe(
    _ query: GridQuery, _ ruler: GridRuler, _ filter: CategoryFilter?
  ) throws(SQLiteError) -> Double {
    let gridClass = query.classes.lowerBound
    var distances: [Double] = []
    distances.reserveCapacity(Self.probedTiles * GridEntry.tileCapacity)
    try bind(GridKey(class: gridClass, code: CurvePosition(query.center).code), gridClass)
    defer { scan.reset() }
    var tiles = 0
    while distances.count < query.limit, tiles < Self.probedTiles, try scan.step() {
      tiles += 1
      scan.withBlob(1) { bytes in
        guard let base = bytes.baseAddress else { return }
        for offset in stride(from: 0, to: bytes.count - 15, by: GridEntry.size) {
          let entry = GridEntry(base, at: offset)
          guard filter?.accepts(entry.category) ?? true else { continue }
          let hit = Self.hit(entry, ruler, gridClass)
          // Some point of an outline lies within the circle that holds it, who knows where.
          distances.append(hit.distanceMeters + (hit.hasShape ? 2 * hit.radiusMeters : 0))
        }
      }
    }
    tilesRead += tiles
    return distances.count < query.limit ? .infinity : distances.smallest(query.limit)
  }

  private func search(
    _ query: GridQuery, _ ruler: GridRuler, _ filter: CategoryFilter?, radius: Double
  ) throws(SQLiteError) -> NearestHits {
    var nearest = NearestHits(capacity: query.limit)
    for gridClass in query.classes {
      let reach = nearest.bound(radius) + GridClass.largestRadiusMeters(gridClass)
      for box in CurveBox.window(around: query.center, meters: reach) {
        try scan(
          box, gridClass: gridClass, query, ruler, filter, radius: radius, into: &nearest)
      }
    }
    return nearest
  }

  private func scan(
    _ box: CurveBox, gridClass: UInt8, _ query: GridQuery, _ ruler: GridRuler,
    _ filter: CategoryFilter?, radius: Double, into nearest: inout NearestHits
  ) throws(SQLiteError) {
    try forEachTile(in: box, gridClass: gridClass) { bytes throws(SQLiteError) in
      guard let base = bytes.baseAddress else { return }
      for offset in stride(from: 0, to: bytes.count - 15, by: GridEntry.size) {
        let entry = GridEntry(base, at: offset)
        guard box.contains(entry.position), filter?.accepts(entry.category) ?? true else {
          continue
        }
        var hit = Self.hit(entry, ruler, gridClass)
        guard hit.distanceMeters <= nearest.bound(radius) else { continue }
        if hit.hasShape, let polygon = try polygon(of: hit.id) {
          let position = hit.position
          hit.distanceMeters = EdgeDistance.meters(
            toCenter: ruler.meters(latitude: position.latitude, longitude: position.longitude),
            radiusMeters: hit.radiusMeters, toOutline: polygon.signedDistance(from: query.center))
          guard hit.distanceMeters <= nearest.bound(radius) else { continue }
        }
        nearest.offer(hit)
      }
    }
  }

  /// The sum of the popularity of all places whose circle comes within `meters` of `center`.
  package func popularity(around center: Coordinate, meters: Double) throws(SQLiteError) -> Double {
    try transaction { () throws(SQLiteError) in
      let ruler = GridRuler(from: center)
      var sum = 0.0
      for gridClass in GridClass.places {
        let reach = meters + GridClass.largestRadiusMeters(gridClass)
        for box in CurveBox.window(around: center, meters: reach) {
          try forEachTile(in: box, gridClass: gridClass) { bytes in
            guard let base = bytes.baseAddress else { return }
            for offset in stride(from: 0, to: bytes.count - 15, by: GridEntry.size) {
              let entry = GridEntry(base, at: offset)
              guard box.contains(entry.position),
                Self.hit(entry, ruler, gridClass).distanceMeters <= meters
              else { continue }
              sum += Double(Category.popularity(ofCode: entry.category))
            }
          }
        }
      }
      return sum
    }
  }

  /// Gives `body` the entries of each tile of a class that may reach into `box`, along the curve.
  private func forEachTile(
    in box: CurveBox, gridClass: UInt8,
    _ body: (UnsafeRawBufferPointer) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let last = box.high.code
    try bind(GridKey(class: gridClass, code: box.low.code), gridClass)
    defer { scan.reset() }
    while try scan.step() {
      tilesRead += 1
      var firstCode: UInt64 = 0
      try scan.withBlob(1) { bytes throws(SQLiteError) in
        guard bytes.count >= GridEntry.size, let base = bytes.baseAddress else { return }
        firstCode = GridEntry(base, at: 0).code
        try body(bytes)
      }
      let end = GridKey(value: scan.integer(0)).code
      if end > last { return }
      guard !box.contains(CurvePosition(code: end)) else { continue }
      guard let next = box.next(after: end) else { return }
      // A gap of several tiles is worth a seek; the tile's own span tells how long one is here.
      if next - end > 2 * (end &- firstCode) {
        scan.reset()
        try bind(GridKey(class: gridClass, code: next), gridClass)
      }
    }
  }

  @inline(__always)
  private static func hit(_ entry: GridEntry, _ ruler: GridRuler, _ gridClass: UInt8) -> GridHit {
    let position = entry.position
    let radius = Double(entry.radiusSteps) / GridClass.radiusStepsPerMeter(gridClass)
    let distance = ruler.meters(latitude: position.latitude, longitude: position.longitude)
    return GridHit(
      id: entry.id, category: entry.category,
      flags: entry.flaggedLatitude & ~GridEntry.positionMask, position: position,
      radiusMeters: radius, distanceMeters: max(0, distance - radius))
  }

  private func bind(_ key: GridKey, _ gridClass: UInt8) throws(SQLiteError) {
    try scan.bind(1, key.value)
    try scan.bind(2, GridKey.last(ofClass: gridClass).value)
  }

  private func polygon(of id: UInt32) throws(SQLiteError) -> Polygon? {
    if let known = polygons[id] { return known }
    try shape.bind(1, Int(id))
    guard try shape.step() else { return nil }
    defer { shape.reset() }
    let center = FixedPoint(latitude: shape.int(0), longitude: shape.int(1))
    let polygon = shape.withBlob(2) { ShapeCoding.decode($0, around: center) }
    polygons[id] = polygon
    return polygon
  }
}

/// A set of categories that is quick to ask.
struct CategoryFilter {
  private var isWanted: [Bool]

  init(_ codes: Set<UInt16>) {
    isWanted = [Bool](repeating: false, count: Int(codes.max() ?? 0) + 1)
    for code in codes { isWanted[Int(code)] = true }
  }

  @inline(__always)
  func accepts(_ code: UInt16) -> Bool { Int(code) < isWanted.count && isWanted[Int(code)] }
}
