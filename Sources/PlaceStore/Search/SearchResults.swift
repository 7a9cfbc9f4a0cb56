import Geography

/// The best of what a search found so far.
struct SearchResults {
  /// A name that begins with the query: enough of them, and a search need not look further away.
  private static let good = 0.8

  /// A place whose name was compared.
  struct Entry {
    var id: Int
    /// Folded.
    var name: String
    var text: Double
    /// One of its names is the query.
    var isExact: Bool
    var distance: Double
    var score: Double
  }

  private let limit: Int
  private var seen: Set<Int> = []
  private var entries: [Entry] = []
  /// The scores of as many as are shown, the best first.
  private var bestScores: [Double] = []
  private var bestExactScore = -Double.infinity
  /// Places that fit, with those whose names were not compared.
  var fits = 0

  init(_ query: SearchQuery) { limit = query.limit }

  /// Whether a place is met for the first time.
  mutating func isNew(_ id: Int) -> Bool { seen.insert(id).inserted }

  mutating func add(_ entry: Entry) {
    entries.append(entry)
    if entry.isExact { bestExactScore = max(bestExactScore, entry.score) }
    guard mayShow(entry.score) else { return }
    let place = bestScores.firstIndex { $0 < entry.score } ?? bestScores.count
    bestScores.insert(entry.score, at: place)
    if bestScores.count > limit { bestScores.removeLast() }
  }

  /// Whether a place of this score would be shown, as far as is known; `amongExact`: or would be the
  /// best of those whose name is exactly the query.
  func mayShow(_ score: Double, amongExact: Bool = false) -> Bool {
    bestScores.count < limit || score >= bestScores[bestScores.count - 1]
      || amongExact && score >= bestExactScore
  }

  /// Whether there is one whose name begins with the query.
  var hasGood: Bool { entries.contains { $0.text >= Self.good } }

  /// Whether places further away than this need not be looked at: there are enough good ones, or
  /// better ones than any could be.
  func isFull(withinMeters distance: Double) -> Bool {
    if !mayShow(SearchScore.most(distanceMeters: distance)) { return true }
    return entries.count { $0.text >= Self.good && $0.distance <= distance } >= limit
  }

  /// By score, ties by number; of equal names the nearest first; a name that is exactly the query is
  /// among them however far away.
  func best() -> [Int] {
    var ranked = entries.sorted { ($0.score, $1.id) > ($1.score, $0.id) }
    let shown = Set(ranked.prefix(limit).map(\.name))
    let places = ranked.indices.filter { shown.contains(ranked[$0].name) }
    for namesakes in Dictionary(grouping: places, by: { ranked[$0].name }).values
    where namesakes.count > 1 {
      let byDistance = namesakes.map { ranked[$0] }
        .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
      for (place, entry) in zip(namesakes.sorted(), byDistance) { ranked[place] = entry }
    }
    var page = Array(ranked.prefix(limit))
    if let exact = ranked.first(where: \.isExact), !page.isEmpty,
      !page.contains(where: \.isExact)
    {
      page[page.count - 1] = exact
    }
    return page.map(\.id)
  }
}
