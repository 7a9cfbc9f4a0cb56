import Geography
import Places
import SQLite

extension PlaceStore {
  /// Regions whose popularity is kept.
  private static let keptRegions = 16

  /// The sum of the popularity of all places within `withinMeters`, without localities.
  ///
  /// It is that of the middle of a fixed cell, a quarter of the radius wide, which holds `position`:
  /// the answer changes slowly along a drive, is the same on every way there, and is computed once a
  /// cell.
  public func popularity(around position: Coordinate, withinMeters: Double) -> Double {
    guard withinMeters > 0, withinMeters.isFinite else { return 0 }
    let steps = max(
      1, withinMeters / 4 / Coordinate.metersPerDegree * CurvePosition.stepsPerDegree)
    let width = UInt32(min(steps, Double(CurvePosition.turn / 8)))
    let exact = CurvePosition(position)
    let center = CurvePosition(
      latitude: min(CurvePosition.pole, exact.latitude / width * width + width / 2),
      longitude: exact.longitude / width * width + width / 2)
    let region = PopularityRegion(center: center, withinMeters: withinMeters)
    return lookup(0) { () throws(SQLiteError) in
      try noticeChanges()
      if let known = popularities[region] { return known }
      let sum = try grid.popularity(around: center.coordinate, meters: withinMeters)
      if popularities.count >= Self.keptRegions { popularities = [:] }
      popularities[region] = sum
      return sum
    }
  }

  /// Forgets what was computed from the place table if anybody has changed it since.
  func noticeChanges() throws(SQLiteError) {
    let statement = try statements.statement("PRAGMA data_version")
    guard try statement.step() else { return }
    let version = statement.integer(0)
    statement.reset()
    let changes = database.totalChanges
    guard version != seenVersion || changes != seenChanges else { return }
    (seenVersion, seenChanges) = (version, changes)
    popularities = [:]
    towns = nil
    sources = [:]
  }
}

/// A circle whose popularity was computed.
struct PopularityRegion: Hashable {
  var center: CurvePosition
  var withinMeters: Double
}
