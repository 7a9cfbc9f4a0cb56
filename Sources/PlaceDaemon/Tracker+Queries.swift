import Detection
import EventLoop
import Geography
import JSON
import PlaceProtocol
import PlaceStore
import Places

/// What clients ask about positions and places.
extension Tracker {
  var noFix: ProtocolError {
    ProtocolError(
      .noFix, "no position is known yet", hint: "'placectl status' tells what the source does")
  }

  /// Where the vehicle is, as well as it is known.
  var position: Coordinate? { detector.sample?.position }

  /// Whether the last report is recent enough to stand for the present.
  var isFresh: Bool {
    lastReport.map {
      MonotonicTime.now.seconds(since: $0.receivedAt) <= settings.staleAfterSeconds
    } ?? false
  }

  /// The last valid report.
  func fixMessage() throws(ProtocolError) -> FixMessage {
    guard let report = lastReport else { throw noFix }
    return FixMessage(
      fix: report.fix, source: report.source,
      ageSeconds: max(0, MonotonicTime.now.seconds(since: report.receivedAt)), isStale: !isFresh,
      here: here(at: report.fix.position))
  }

  /// The likely places at the current position, or at the one asked about.
  func likely(at query: PositionQuery?, limit: Int) throws(ProtocolError) -> LikelyMessage {
    if let query {
      let likely = detector.model.likely(at: Sample(query.fix), places: database.store)
      return message(likely, query.fix, reason: nil, limit: limit)
    }
    let (likely, fix) = try currentLikely()
    return message(likely, fix, reason: lastReason, limit: limit, source: lastReport?.source)
  }

  private func currentLikely() throws(ProtocolError) -> (Likely, Fix) {
    guard let fix = detector.lastFix,
      let likely = detector.likely(at: nil, places: database.store)
    else { throw noFix }
    return (likely, fix)
  }

  /// Writes `fix`, `likely`, `selected`, `current` and `visit`, as far as they are known.
  func writeState(limit: Int, to writer: inout JSONWriter) {
    if let report = lastReport {
      writer.key("fix")
      writer.value(report.fix, source: report.source)
    }
    if let likely = try? likely(at: nil, limit: limit) {
      writer.object("likely") { likely.members(limit: limit, to: &$0) }
    }
    if let selected = selection.flatMap({ message($0) }) {
      writer.key("selected")
      writer.value(selected)
    }
    if let current = currentMessage {
      writer.object("current") { current.members(to: &$0) }
    }
    if let visit = openVisitMessage {
      writer.key("visit")
      writer.value(visit)
    }
  }

  // MARK: Places

  private func entry(_ place: Place, from center: Coordinate?) -> PlaceEntry {
    guard let center else { return PlaceEntry(place: place) }
    return PlaceEntry(
      place: place,
      distanceMeters: try? database.store.distanceMeters(from: center, to: place),
      bearingDegrees: center.bearing(to: place.position))
  }

  /// The source whose places a client does not see: to an approximate one those that the user added
  /// are not there, and nothing that it is told differs by them.
  private func hiddenSource(_ level: AccessLevel) -> String? {
    level == .precise ? nil : PlaceDraft.userSource
  }

  func search(
    _ query: String, around center: Coordinate?, withinMeters: Double?, category: String?,
    limit: Int, level: AccessLevel
  ) throws(ProtocolError) -> [PlaceEntry] {
    let found = try database.read { (store) throws(StoreError) in
      try store.search(
        query, near: center, withinMeters: withinMeters, category: category,
        hiding: hiddenSource(level), limit: limit)
    }
    return found.map { entry($0, from: center) }
  }

  func nearby(
    _ center: Coordinate, withinMeters: Double?, category: String?, limit: Int, level: AccessLevel
  ) throws(ProtocolError) -> [PlaceEntry] {
    let hidden = hiddenSource(level)
    let found = try database.read { (store) throws(StoreError) in
      var wanted = limit
      while true {
        let found = try store.nearest(
          to: center, withinMeters: withinMeters ?? .infinity, category: category, limit: wanted)
        let seen = found.filter { $0.place.source != hidden }
        if seen.count >= limit || found.count < wanted { return seen }
        wanted *= 4
      }
    }
    return found.prefix(limit).map {
      PlaceEntry(
        place: $0.place, distanceMeters: $0.distanceMeters,
        bearingDegrees: center.bearing(to: $0.place.position))
    }
  }

  func place(id: Int) throws(ProtocolError) -> Place {
    let found = try database.read { (store) throws(StoreError) in try store.place(id: id) }
    guard let found else { throw Self.noPlace(id) }
    return found
  }

  static func noPlace(_ id: Int) -> ProtocolError {
    ProtocolError(
      .notFound, "there is no place \(id)", hint: "'placectl search NAME' finds one by its name")
  }

  func places(
    source: String?, category: String?, after id: Int, limit: Int
  ) throws(ProtocolError) -> [Place] {
    try database.read { (store) throws(StoreError) in
      try store.list(source: source, category: category, after: id, limit: limit)
    }
  }

  // MARK: Why

  /// Why this place: at present, or at a visit.
  func explain(
    visit id: Int?
  ) throws(ProtocolError) -> (message: ExplainMessage, source: String?) {
    if let id { return (try explain(visit: id), nil) }
    let (likely, fix) = try currentLikely()
    let candidates = likely.entries.prefix(50).compactMap { entry in
      place(entry.candidate.id).map { place in
        ExplainMessage.Candidate(
          place: place, distanceMeters: entry.distanceMeters, density: entry.density,
          prior: entry.prior, learned: entry.learned, likelihood: entry.likelihood,
          within: entry.within)
      }
    }
    let message = ExplainMessage(
      fix: fix, candidates: candidates, elsewhere: likely.elsewhere,
      rules: detector.rules.map { ExplainMessage.Rule($0) })
    return (message, lastReport?.source)
  }

  private func explain(visit id: Int) throws(ProtocolError) -> ExplainMessage {
    let visit = try visit(id: id)
    let fix = Fix(
      position: visit.position, time: visit.arrivedAt, accuracyMeters: visit.accuracyMeters,
      mode: .twoDimensional, device: visit.device)
    let candidates = visit.alternatives.compactMap { alternative in
      place(alternative.placeID).map { place in
        ExplainMessage.Candidate(
          place: place, distanceMeters: alternative.distanceMeters,
          likelihood: alternative.likelihood, within: alternative.within)
      }
    }
    let end = visit.departedAt ?? visit.departedBetween?.upperBound
    let rules = detector.rules.filter { rule in
      rule.time >= visit.arrivedAt ?? rule.time && rule.time <= end ?? rule.time
    }
    return ExplainMessage(
      fix: fix, candidates: candidates,
      elsewhere: max(0, 1 - visit.alternatives.reduce(0) { $0 + $1.likelihood }),
      rules: rules.map { ExplainMessage.Rule($0) })
  }
}

extension ExplainMessage.Rule {
  init(_ rule: Rule) {
    self.init(time: rule.time, rule: rule.name, text: rule.text)
  }
}
