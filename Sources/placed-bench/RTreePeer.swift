// The one place besides the target SQLite that sees the C library: SQLite's R*Tree takes a callback.
import CSQLite
import Geography
import Glibc
import PlaceStore
import SQLite

/// SQLite's own R*Tree, asked best first: boxes and places come in the order of their distance.
final class RTreePeer {
  /// What a running query is about; the callback has no other way to it.
  fileprivate final class Query {
    var center = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    var metersPerLatitude = 0.0
    var metersPerLongitude = 0.0
    var withinMeters = 0.0

    /// Metres to a box of 1e-7 degrees.
    func distance(_ south: Double, _ north: Double, _ west: Double, _ east: Double) -> Double {
      let (latitude, longitude) = (center.latitude * 1e7, center.longitude * 1e7)
      let up = max(0, south - latitude, latitude - north) * metersPerLatitude / 1e7
      let across = max(0, west - longitude, longitude - east) * metersPerLongitude / 1e7
      return (up * up + across * across).squareRoot()
    }
  }

  private var connection: OpaquePointer?
  private var statement: OpaquePointer?
  private var begin: OpaquePointer?
  private var commit: OpaquePointer?
  private let query = Query()

  /// Opens the file at `path`, where `build` has made the tree.
  init(path: String) {
    sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
    sqlite3_exec(connection, "PRAGMA cache_size=-2000; PRAGMA mmap_size=0", nil, nil, nil)
    sqlite3_rtree_query_callback(
      connection, "near", { info in RTreePeer.score(info) },
      Unmanaged.passUnretained(query).toOpaque(), nil)
    sqlite3_prepare_v2(
      connection, "SELECT id, south, north, west, east FROM rt WHERE id MATCH near()", -1,
      &statement, nil)
    sqlite3_prepare_v2(connection, "BEGIN", -1, &begin, nil)
    sqlite3_prepare_v2(connection, "COMMIT", -1, &commit, nil)
  }

  deinit {
    for statement in [statement, begin, commit] { sqlite3_finalize(statement) }
    sqlite3_close_v2(connection)
  }

  /// Makes the tree of a table's places: a box around each extent, from which both can be told.
  static func build(_ database: Database) throws {
    try database.execute(
      """
      PRAGMA cache_size=-65536;
      CREATE VIRTUAL TABLE rt USING rtree_i32(id, south, north, west, east);
      BEGIN
      """)
    let rows = try database.prepare("SELECT id, lat, lon, radius_mm FROM place")
    let insert = try database.prepare("INSERT INTO rt VALUES(?,?,?,?,?)")
    while try rows.step() {
      let narrowing = max(0.01, Coordinate.cosine(ofLatitude: Double(rows.int(1)) / 1e7))
      let reach = Double(rows.int(3)) / 1000 / Coordinate.metersPerDegree * 1e7
      let (north, east) = (Int(reach.rounded()), Int((reach / narrowing).rounded()))
      try insert.bind(1, rows.int(0))
      try insert.bind(2, rows.int(1) - north)
      try insert.bind(3, rows.int(1) + north)
      try insert.bind(4, rows.int(2) - east)
      try insert.bind(5, rows.int(2) + east)
      try insert.run()
    }
    try database.execute("COMMIT; PRAGMA cache_size=-2000; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The ids of the nearest by their edge.
  func nearest(
    to center: Coordinate, withinMeters: Double, limit: Int
  ) -> [(id: UInt32, distance: Double)] {
    query.center = center
    query.metersPerLatitude = Coordinate.metersPerDegree
    query.metersPerLongitude =
      Coordinate.metersPerDegree * Coordinate.cosine(ofLatitude: center.latitude)
    query.withinMeters = withinMeters
    var hits = ArrayHits(capacity: limit)
    sqlite3_step(begin)
    sqlite3_reset(begin)
    while sqlite3_step(statement) == SQLITE_ROW {
      let (south, north, west, east) = (
        Double(sqlite3_column_int64(statement, 1)), Double(sqlite3_column_int64(statement, 2)),
        Double(sqlite3_column_int64(statement, 3)), Double(sqlite3_column_int64(statement, 4))
      )
      // Rows come by the distance of their boxes, which is no more than their own.
      if hits.isFull, query.distance(south, north, west, east) > hits.worst { break }
      let position = Coordinate(
        clampingLatitude: (south + north) / 2e7, wrappingLongitude: (west + east) / 2e7)
      let radius = (north - south) / 2e7 * Coordinate.metersPerDegree
      let distance = max(0, center.distance(to: position) - radius)
      if distance <= withinMeters {
        hits.offer(UInt32(truncatingIfNeeded: sqlite3_column_int64(statement, 0)), distance)
      }
    }
    sqlite3_reset(statement)
    sqlite3_step(commit)
    sqlite3_reset(commit)
    return hits.sorted
  }

  /// The distance of a box from the query's position.
  private static func score(_ info: UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> Int32 {
    guard let info, let context = info.pointee.pContext else { return SQLITE_ERROR }
    let query = Unmanaged<Query>.fromOpaque(context).takeUnretainedValue()
    let box = info.pointee.aCoord!
    let distance = query.distance(Double(box[0]), Double(box[1]), Double(box[2]), Double(box[3]))
    info.pointee.rScore = distance
    info.pointee.eWithin = Int32(distance <= query.withinMeters ? PARTLY_WITHIN : NOT_WITHIN)
    return SQLITE_OK
  }
}
