import Detection
import Geography
import Places
import SQLite

/// What detection asks. It never fails: a table that cannot be read has no places, and
/// `lookupFailure` says why. Positions and radii are those of the grid, also of a place asked for by
/// its number, so that both ways give the same answer.
extension PlaceStore: PlaceLookup {
  /// The places nearest to `position` by their edge, without localities.
  public func candidates(
    around position: Coordinate, withinMeters: Double, limit: Int
  ) -> [Candidate] {
    lookup([]) { () throws(SQLiteError) in
      let hits = try grid.run(
        GridQuery(center: position, withinMeters: withinMeters, limit: limit))
      let polygons = grid.polygons
      return try hits.map { hit throws(SQLiteError) in
        try candidate(hit, polygon: polygons[hit.id])
      }
    }
  }

  /// The place with this number as detection sees it.
  public func candidate(id: Int) -> Candidate? {
    lookup(nil) { () throws(SQLiteError) in
      guard let row = try row(id: id) else { return nil }
      let (entry, gridClass) = GridEntry.of(row)
      return Candidate(
        id: id, position: entry.position.coordinate,
        radiusMeters: Double(entry.radiusSteps) / GridClass.radiusStepsPerMeter(gridClass),
        polygon: row.hasShape ? try shape(of: id, around: row.position) : nil,
        popularity: Double(Category.popularity(ofCode: row.category)), priority: row.priority,
        arriveAfterSeconds: row.arriveAfterSeconds)
    }
  }

  private func candidate(_ hit: GridHit, polygon: Polygon?) throws(SQLiteError) -> Candidate {
    var candidate = Candidate(
      id: Int(hit.id), position: hit.position.coordinate, radiusMeters: hit.radiusMeters,
      polygon: polygon, popularity: Double(Category.popularity(ofCode: hit.category)))
    if hit.needsRow, let row = try row(id: candidate.id) {
      candidate.priority = row.priority
      candidate.arriveAfterSeconds = row.arriveAfterSeconds
    }
    return candidate
  }

  func lookup<Answer>(_ nothing: Answer, _ body: () throws(SQLiteError) -> Answer) -> Answer {
    do {
      let answer = try body()
      lookupFailure = nil
      return answer
    } catch {
      lookupFailure = StoreError(error, path: path)
      return nothing
    }
  }
}
