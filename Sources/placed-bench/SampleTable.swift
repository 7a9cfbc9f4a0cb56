import Geography
import Glibc
import PlaceStore
import Places
import SQLite

/// A place table of the sample world, made in a folder of its own, in bounded memory.
final class SampleTable {
  let path: String
  let count: Int
  let store: PlaceStore
  /// Seconds that the rows took, and the grid.
  private(set) var rowSeconds = 0.0
  private(set) var buildSeconds = 0.0
  private(set) var buildPeakMiB = 0.0
  /// Positions of places in cities, from all over the table.
  private(set) var cityPositions: [Coordinate] = []

  private static let keptPositions = 40_000

  /// Makes a table of `count` places in `folder`.
  init(in folder: String, count: Int, seed: UInt64 = 1) throws {
    path = "\(folder)/places-\(count).db"
    self.count = count
    store = try PlaceStore(path: path)
    // Nobody needs this file after a crash.
    try store.database.execute("PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=100000")
    rowSeconds = try Stopwatch.seconds { try insertRows(seed: seed, folder: folder) }
    try store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try build(folder)
  }

  private func insertRows(seed: UInt64, folder: String) throws {
    var world = SampleWorld(seed: seed)
    var random = Random(seed: seed &+ 99)
    let file = try RunFile(path: folder + "/rows", truncating: true)
    defer { file.remove() }
    let runs = SortedRuns(in: file)
    for index in 0..<count {
      let sample = world.next()
      if sample.isInCity {
        if cityPositions.count < Self.keptPositions {
          cityPositions.append(sample.position)
        } else if case let place = Int(random.next() % UInt64(index + 1)),
          place < Self.keptPositions
        {
          cityPositions[place] = sample.position
        }
      }
      var row = PlaceRow()
      row.position = FixedPoint(sample.position)
      row.radiusMillimeters = Int(sample.radiusMeters * 1000)
      row.category = sample.category
      let (entry, gridClass) = GridEntry.of(row)
      let payload = SIMD4<Int32>(
        Int32(row.position.latitude), Int32(row.position.longitude),
        Int32(row.radiusMillimeters), Int32(row.category))
      let result = withUnsafeBytes(of: payload) { bytes in
        Result { () throws(FileError) in
          try runs.add(
            key: UInt64(bitPattern: GridKey(class: gridClass, code: entry.code).value), bytes)
        }
      }
      try result.get()
    }
    var merged = try MergedRuns(try runs.finish(), in: file)
    try store.database.execute("BEGIN")
    _ = try store.makeSource(named: "sample")
    let insert = try store.database.prepare(
      """
      INSERT INTO place(id, source, source_id, name, category, lat, lon, radius_mm, has_shape,
        priority, edited) VALUES(?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0, 0)
      """)
    var id = 0
    var payload = SIMD4<Int32>()
    while try merged.next({ _, bytes in
      payload = bytes.loadUnaligned(as: SIMD4<Int32>.self)
    }) {
      id += 1
      try insert.bind(1, id)
      try insert.bind(2, "s\(id)")
      try insert.bind(3, "Place number \(id)")
      try insert.bind(4, Int(payload[3]))
      try insert.bind(5, Int(payload[0]))
      try insert.bind(6, Int(payload[1]))
      try insert.bind(7, Int(payload[2]))
      try insert.run()
    }
    _ = try store.takePlaceIDs(count)
    try store.count(added: count)
    try store.database.execute("COMMIT")
  }

  private func build(_ folder: String) throws {
    ProcessFigures.own.resetPeak()
    buildSeconds = try Stopwatch.seconds {
      let file = try RunFile(path: folder + "/runs", truncating: true)
      defer { file.remove() }
      try store.database.execute("BEGIN")
      try GridBuilder(store.database, path: path, runsIn: file).build()
      try store.database.execute("COMMIT")
    }
    buildPeakMiB = ProcessFigures.own.peakMiB
    try store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Bytes of a table or an index in the file.
  func bytes(of name: String) throws -> Double {
    Double(
      try store.database.integer("SELECT sum(pgsize) FROM dbstat WHERE name = '\(name)'") ?? 0)
  }

  /// Positions to ask about: in a city, 40 m beside a place.
  func cityQueries(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = Random(seed: seed)
    return (0..<count).map { _ in
      random.near(
        cityPositions[Int(random.next() % UInt64(cityPositions.count))], deviation: 40)
    }
  }

  /// Positions anywhere on Earth.
  func sparseQueries(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = Random(seed: seed)
    return (0..<count).map { _ in random.position() }
  }
}
