import Geography
import Places
import SQLite

extension PlaceStore {
  /// Hits fetched beyond the limit: the grid's distances differ from those of the rows by the
  /// rounding of positions, so that the last ones may change places.
  private static let spareHits = 32

  /// The places nearest to `position` by their edge, nearest first, ties by the smaller extent and
  /// then the number; none further than `withinMeters`, `limit` at most. Distances are to the edge, 0
  /// inside. `category` is a category's or a group's word. Localities are among them.
  public func nearest(
    to position: Coordinate, withinMeters: Double = .infinity, category: String? = nil, limit: Int
  ) throws(StoreError) -> [(place: Place, distanceMeters: Double)] {
    let codes = try codes(matching: category)
    guard limit > 0, withinMeters >= 0 else { return [] }
    return try attempt { () throws(SQLiteError) in
      let hits = try grid.run(
        GridQuery(
          center: position, withinMeters: withinMeters + 3 * CurvePosition.roundingMeters,
          limit: limit > .max - Self.spareHits ? .max : limit + Self.spareHits,
          classes: GridClass.all, categories: codes))
      let polygons = grid.polygons
      var found: [(row: PlaceRow, distance: Double)] = []
      for hit in hits {
        guard let row = try row(id: Int(hit.id)) else { continue }
        let distance = EdgeDistance.meters(
          from: position, to: row.position.coordinate, radiusMeters: row.radiusMeters,
          polygon: row.hasShape ? polygons[hit.id] : nil)
        if distance <= withinMeters { found.append((row, distance)) }
      }
      found.sort {
        ($0.distance, $0.row.radiusMillimeters, $0.row.id)
          < ($1.distance, $1.row.radiusMillimeters, $1.row.id)
      }
      return try found.prefix(limit).map { entry throws(SQLiteError) in
        (place: try shown(entry.row), distanceMeters: entry.distance)
      }
    }
  }
}
