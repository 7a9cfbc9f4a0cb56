import Geography
import Places
import SQLite

extension PlaceStore {
  /// The places nearest to `position` by their edge, nearest first, ties by the smaller extent and
  /// then the number; none further than `withinMeters`, `limit` at most. Distances are to the edge, 0
  /// inside. `category` is a category's or a group's word. Localities are among them.
  public func nearest(
    to position: Coordinate, withinMeters: Double = .infinity, category: String? = nil, limit: Int
  ) throws(StoreError) -> [(place: Place, distanceMeters: Double)] {
    let codes = try codes(matching: category)
    return try attempt { () throws(SQLiteError) in
      try allRows().filter { codes?.contains($0.row.category) ?? true }
        .map { (row: $0.row, distance: max(0, edgeDistance(from: position, to: $0))) }
        .filter { $0.distance <= withinMeters }
        .sorted {
          ($0.distance, $0.row.radiusMillimeters, $0.row.id)
            < ($1.distance, $1.row.radiusMillimeters, $1.row.id)
        }
        .prefix(limit).map { entry throws(SQLiteError) in
          (place: try shown(entry.row), distanceMeters: entry.distance)
        }
    }
  }

  func edgeDistance(
    from position: Coordinate, to entry: (row: PlaceRow, polygon: Polygon?)
  ) -> Double {
    let toCircle = position.distance(to: entry.row.position.coordinate) - entry.row.radiusMeters
    return entry.polygon.map { max(toCircle, $0.signedDistance(from: position)) } ?? toCircle
  }

  func allRows() throws(SQLiteError) -> [(row: PlaceRow, polygon: Polygon?)] {
    let statement = try statements.statement("SELECT \(PlaceRow.columns) FROM place ORDER BY id")
    var rows: [(row: PlaceRow, polygon: Polygon?)] = []
    while try statement.step() {
      let row = PlaceRow(statement)
      rows.append((row, row.hasShape ? try shape(of: row.id, around: row.position) : nil))
    }
    return rows
  }
}
