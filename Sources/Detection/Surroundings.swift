import Geography

/// The places around the vehicle, asked for once and good until it leaves them: a receiver with ten
/// fixes a second moves a metre or two between two of them.
///
/// Answers are those of the place table, in the order of their numbers. It must be told when the table
/// changes.
struct Surroundings {
  /// How far it looks around, in metres.
  static let meters = 100.0
  /// Places kept at a time.
  static let capacity = 64

  private var center: Coordinate?
  /// Every place whose edge is nearer to the centre than this is known, in metres.
  private var reach = 0.0
  private var known: [Candidate] = []

  /// The places whose edge is within `withinMeters` of `position`, without localities, by number;
  /// `capacity` at most.
  mutating func candidates(
    around position: Coordinate, withinMeters: Double, places: some PlaceLookup
  ) -> [Candidate] {
    if !covers(position, withinMeters), withinMeters <= Self.meters / 2 {
      look(around: position, places: places)
    }
    guard covers(position, withinMeters) else {
      return places.candidates(
        around: position, withinMeters: withinMeters, limit: Self.capacity
      ).sorted { $0.id < $1.id }
    }
    return known.filter { $0.signedDistance(from: position) <= withinMeters }
  }

  /// The place with this number; nil when there is none, or none any more.
  func candidate(id: Int, places: some PlaceLookup) -> Candidate? {
    known.first { $0.id == id } ?? places.candidate(id: id)
  }

  /// The place table changed.
  mutating func forget() { self = Surroundings() }

  private func covers(_ position: Coordinate, _ meters: Double) -> Bool {
    center.map { $0.distance(to: position) + meters < reach } ?? false
  }

  private mutating func look(around position: Coordinate, places: some PlaceLookup) {
    let found = places.candidates(
      around: position, withinMeters: Self.meters, limit: Self.capacity)
    center = position
    reach =
      found.count < Self.capacity
      ? Self.meters : found.last.map { max(0, $0.signedDistance(from: position)) } ?? 0
    known = found.sorted { $0.id < $1.id }
  }
}
