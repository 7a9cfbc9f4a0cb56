import Geography

/// Where detection finds places. Answers are part of its input: the same answers, the same outcome.
///
/// A table that cannot be read answers with nothing; who owns it says so elsewhere.
public protocol PlaceLookup {
  /// The places nearest to `position` by their edge, nearest first, none further than
  /// `withinMeters`, `limit` at most. Localities (towns, suburbs) are not among them.
  func candidates(around position: Coordinate, withinMeters: Double, limit: Int) -> [Candidate]

  /// The place with this number; nil when there is none, or none any more.
  func candidate(id: Int) -> Candidate?

  /// The sum of `popularity` over all places within `withinMeters` of `position`, for the density of
  /// places in the region; may be an estimate, but must be the same for the same table.
  func popularity(around position: Coordinate, withinMeters: Double) -> Double
}
