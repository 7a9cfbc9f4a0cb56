import Geography
import Glibc
import PlaceStore
import SQLite

/// A covering index on fixed cells of 0.005°, larger ones for larger extents: what most people would
/// write. Asked in rings that grow from 100 m until enough are found.
final class CellIndexPeer {
  private static let cellsPerDegree = 200.0

  private let database: Database
  private let scan: Statement
  private let begin: Statement
  private let commit: Statement

  init(_ database: Database) throws {
    self.database = database
    scan = try database.prepare(
      "SELECT lat, lon, radius, id FROM cells WHERE cell BETWEEN ? AND ?")
    begin = try database.prepare("BEGIN")
    commit = try database.prepare("COMMIT")
  }

  static func build(_ database: Database) throws {
    try database.execute(
      """
      CREATE TABLE cells(cell INTEGER, lat INTEGER, lon INTEGER, radius INTEGER, id INTEGER,
        PRIMARY KEY(cell, id)) WITHOUT ROWID;
      BEGIN
      """)
    let rows = try database.prepare("SELECT id, lat, lon, radius_mm FROM place")
    let insert = try database.prepare("INSERT INTO cells VALUES(?,?,?,?,?)")
    while try rows.step() {
      let gridClass = GridClass.containing(
        radiusMeters: Double(rows.int(3)) / 1000, isLocality: false)
      try insert.bind(
        1,
        cell(
          gridClass, row: row(Double(rows.int(1)) / 1e7, gridClass),
          column: column(Double(rows.int(2)) / 1e7, gridClass)))
      try insert.bind(2, rows.int(1))
      try insert.bind(3, rows.int(2))
      try insert.bind(4, rows.int(3))
      try insert.bind(5, rows.int(0))
      try insert.run()
    }
    try database.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func scale(_ gridClass: UInt8) -> Double {
    cellsPerDegree / Double(1 << (2 * gridClass))
  }
  private static func row(_ latitude: Double, _ gridClass: UInt8) -> Int {
    Int(((latitude + 90) * scale(gridClass)).rounded(.down))
  }
  private static func column(_ longitude: Double, _ gridClass: UInt8) -> Int {
    Int(((longitude + 180) * scale(gridClass)).rounded(.down))
  }
  private static func cell(_ gridClass: UInt8, row: Int, column: Int) -> Int {
    Int(gridClass) << 40 | row << 20 | column
  }

  /// The ids of the nearest by their edge, away from the date line and the poles.
  func nearest(
    to center: Coordinate, withinMeters: Double, limit: Int
  ) throws -> [(id: UInt32, distance: Double)] {
    try begin.run()
    defer { try? commit.run() }
    var reach = min(100, withinMeters)
    while true {
      let hits = try search(center, reach, limit)
      if hits.isFull || reach >= withinMeters { return hits.sorted }
      reach = min(withinMeters, reach * 2.5)
    }
  }

  private func search(_ center: Coordinate, _ reach: Double, _ limit: Int) throws -> ArrayHits {
    var hits = ArrayHits(capacity: limit)
    let ruler = GridRuler(from: center)
    for gridClass in GridClass.places {
      let span = (reach + GridClass.largestRadiusMeters(gridClass)) / Coordinate.metersPerDegree
      let across = span / max(0.01, Coordinate.cosine(ofLatitude: center.latitude))
      let west = max(0, Self.column(center.longitude - across, gridClass))
      let east = Self.column(center.longitude + across, gridClass)
      let south = max(0, Self.row(center.latitude - span, gridClass))
      for row in south...max(south, Self.row(center.latitude + span, gridClass)) {
        try scan.bind(1, Self.cell(gridClass, row: row, column: west))
        try scan.bind(2, Self.cell(gridClass, row: row, column: east))
        while try scan.step() {
          let position = CurvePosition(
            FixedPoint(latitude: scan.int(0), longitude: scan.int(1)).coordinate)
          let distance = max(
            0,
            ruler.meters(latitude: position.latitude, longitude: position.longitude)
              - Double(scan.int(2)) / 1000)
          if distance <= reach { hits.offer(UInt32(scan.int(3)), distance) }
        }
      }
    }
    return hits
  }
}
