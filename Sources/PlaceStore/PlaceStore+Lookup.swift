import Detection
import Geography
import Places
import SQLite

/// What detection asks. It never fails: a table that cannot be read has no places, and
/// `lookupFailure` says why.
extension PlaceStore: PlaceLookup {
  /// The places nearest to `position` by their edge, without localities.
  public func candidates(
    around position: Coordinate, withinMeters: Double, limit: Int
  ) -> [Candidate] {
    lookup([]) { () throws(SQLiteError) in
      try allRows().filter { !$0.row.isLocality }
        .map {
          (
            candidate: candidate($0.row, $0.polygon),
            distance: max(0, edgeDistance(from: position, to: $0))
          )
        }
        .filter { $0.distance <= withinMeters }
        .sorted {
          ($0.distance, $0.candidate.radiusMeters, $0.candidate.id)
            < ($1.distance, $1.candidate.radiusMeters, $1.candidate.id)
        }
        .prefix(limit).map(\.candidate)
    }
  }

  /// The place with this number as detection sees it.
  public func candidate(id: Int) -> Candidate? {
    lookup(nil) { () throws(SQLiteError) in
      guard let row = try row(id: id) else { return nil }
      return candidate(row, row.hasShape ? try shape(of: id, around: row.position) : nil)
    }
  }

  /// The sum of the popularity of all places within `withinMeters`.
  public func popularity(around position: Coordinate, withinMeters: Double) -> Double {
    lookup(0) { () throws(SQLiteError) in
      try allRows().lazy.filter { !$0.row.isLocality }
        .filter { position.distance(to: $0.row.position.coordinate) <= withinMeters }
        .map { Double(Category.popularity(ofCode: $0.row.category)) }.reduce(0, +)
    }
  }

  private func candidate(_ row: PlaceRow, _ polygon: Polygon?) -> Candidate {
    Candidate(
      id: row.id, position: row.position.coordinate, radiusMeters: row.radiusMeters,
      polygon: polygon, popularity: Double(Category.popularity(ofCode: row.category)),
      priority: row.priority, arriveAfterSeconds: row.arriveAfterSeconds)
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
