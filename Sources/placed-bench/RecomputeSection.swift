import Detection
import Geography
import JSON
import PlaceProtocol
import PlaceStore
import Places

/// What the daemon does when the list of likely places is due: candidates, likelihoods, names, labels
/// and the encoded event, against the bare query of the grid.
enum RecomputeSection: Section {
  static let name = "recompute"
  private static let shown = 5
  private static let rounds = 5

  static func run(_ bench: Workbench, _ report: inout Report) throws {
    let table = try bench.table(bench.places)
    let positions = table.cityQueries(2000, seed: 9)
    let model = LikelihoodModel()
    var bare: [Double] = []
    var events: [Double] = []
    var bytes = 0
    for _ in 0...rounds {
      var queries = Durations()
      var round = Durations()
      for position in positions {
        queries.add(
          try Stopwatch.cpuSeconds {
            _ = try table.store.grid.run(
              GridQuery(center: position, withinMeters: 250, limit: 32))
          })
        round.add(
          try Stopwatch.cpuSeconds { bytes += try Self.event(at: position, model, table.store) })
      }
      bare.append(queries.percentile(0.5))
      events.append(round.percentile(0.5))
    }
    let (query, whole) = (median(Array(bare.dropFirst())), median(Array(events.dropFirst())))
    report.add(name, "bare query, p50", query * 1e6, "µs")
    report.add(name, "an event of \(shown) places, p50", whole * 1e6, "µs")
    report.add(
      name, "against the bare query, p50", whole / query, "×",
      bench.atFullSize(.atMost(6)))
    report.add(
      name, "bytes of an event", Double(bytes) / Double(positions.count * (rounds + 1)), "")
  }

  private static func event(
    at position: Coordinate, _ model: LikelihoodModel, _ store: PlaceStore
  ) throws -> Int {
    let fix = Fix(position: position, time: UTCTime(milliseconds: 0), accuracyMeters: 5)
    let likely = model.likely(at: Sample(fix), places: store)
    var known: [Int: Place] = [:]
    func entry(_ entry: Likely.Entry) throws -> PlaceEntry? {
      let id = entry.candidate.id
      guard let place = try known[id] ?? store.place(id: id) else { return nil }
      known[id] = place
      return PlaceEntry(
        place: place, distanceMeters: entry.distanceMeters,
        bearingDegrees: position.bearing(to: place.position), likelihood: entry.likelihood,
        within: entry.within)
    }
    let message = LikelyMessage(
      time: fix.time, fix: fix, reason: LikelyReason.moved.rawValue,
      here: try store.here(at: position),
      places: try likely.entries.prefix(shown).compactMap(entry),
      elsewhere: likely.elsewhere, containing: try likely.containing.compactMap(entry))
    return Notification(.likely) { message.members(limit: shown, to: &$0) }.line(seq: 1).count
  }
}
