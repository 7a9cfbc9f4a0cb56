import Detection
import Geography

/// A place table in memory, searched by looking at every row.
struct PlaceTable: PlaceLookup {
  var rows: [Candidate]

  init(_ rows: [Candidate] = []) { self.rows = rows }

  func candidates(around position: Coordinate, withinMeters: Double, limit: Int) -> [Candidate] {
    rows.map { ($0, max(0, $0.position.distance(to: position) - $0.radiusMeters)) }
      .filter { $0.1 <= withinMeters }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
      .prefix(limit).map(\.0)
  }

  func candidate(id: Int) -> Candidate? { rows.first { $0.id == id } }

  func popularity(around position: Coordinate, withinMeters: Double) -> Double {
    rows.filter { $0.position.distance(to: position) <= withinMeters }
      .reduce(0) { $0 + $1.popularity }
  }
}
