import Detection
import Geography
import PlaceProtocol
import PlaceStore

/// Visits, and what the user says of them.
extension Tracker {
  func visit(id: Int) throws(ProtocolError) -> Visit {
    let found = try database.read { (store) throws(StoreError) in try store.visit(id: id) }
    guard let found else {
      throw ProtocolError(
        .notFound, "there is no visit \(id)", hint: "'placectl visits' lists them")
    }
    return found
  }

  func visits(
    since: UTCTime?, until: UTCTime?, placeID: Int?, cursor: String?, limit: Int
  ) throws(ProtocolError) -> (visits: [VisitMessage], cursor: String?) {
    let after = cursor.flatMap { VisitCursor($0) }
    if let cursor, after == nil {
      throw Params.invalid(
        "cursor", .string(cursor), mustBe: "the 'cursor' of the list before")
    }
    let page = try database.read { (store) throws(StoreError) in
      try store.visits(
        VisitQuery(
          since: since, until: until, place: placeID.map { .place($0) } ?? .any, after: after,
          limit: limit))
    }
    return (page.visits.map { message($0) }, page.next?.description)
  }

  /// Says which place a visit was at; it sticks, and teaches.
  func correctVisit(id: Int, placeID: Int?) throws(ProtocolError) -> VisitMessage {
    try recorder.flush()
    var visit = try visit(id: id)
    if let placeID { _ = try place(id: placeID) }
    visit.placeID = placeID
    visit.isConfirmed = true
    var event = StoreEvent(visits: [visit])
    event.lessons = [StoredLesson(correcting: visit)].compactMap { $0 }
    let end = visit.departedAt ?? visit.departedBetween?.lowerBound ?? presentTime
    event.retracted = visit.knownSince...max(visit.knownSince, end)
    let before = detector
    var outcomes: [Outcome] = []
    if detector.state.visit?.id == id { outcomes = detector.correctVisit(to: placeID) }
    try commit(event, orRestore: before)
    learnAnew()
    tell(.visit, visit, at: presentTime, reportedAt: presentTime)
    tell(outcomes)
    return message(visit)
  }

  /// Teaches that a visit was at a place.
  func confirm(_ reference: PlaceReference, visit id: Int) throws(ProtocolError) {
    let visit = try visit(id: id)
    let query = PositionQuery(
      fix: Fix(
        position: visit.position, time: visit.arrivedAt, accuracyMeters: visit.accuracyMeters))
    _ = try correctVisit(id: id, placeID: try resolve(reference, at: query).id)
  }

  /// Removes a visit; the same stop is not detected again.
  func removeVisit(id: Int) throws(ProtocolError) -> VisitMessage {
    try recorder.flush()
    let removed = try database.write { (store) throws(StoreError) in
      try store.removeVisit(id: id)
    }
    let outcomes = detector.state.visit?.id == id ? detector.dropVisit() : []
    tellRemoved(removed)
    apply(outcomes)
    if isLive { recorder.saveState() }
    return message(removed)
  }

  /// Erases visits and lessons for good; with nothing given, all of them and the selection.
  func forget(
    since: UTCTime?, until: UTCTime?, placeID: Int?
  ) throws(ProtocolError) -> (visits: Int, lessons: Int) {
    try recorder.flush()
    let counts = try database.write { (store) throws(StoreError) in
      try store.forget(since: since, until: until, placeID: placeID)
    }
    let isAll = since == nil && until == nil && placeID == nil
    if let open = detector.state.visit, (try? database.store.visit(id: open.id)) == .some(nil) {
      let outcomes = detector.dropVisit()
      tellRemoved(open)
      apply(outcomes)
      if isLive { recorder.saveState() }
    }
    detector.forgetRules(since: since, until: until)
    learnAnew()
    if isAll, selection != nil {
      selection = nil
      let outcomes = detector.clearSelection(places: database.store)
      tellSelected(nil, reason: "cleared")
      apply(outcomes)
    }
    return counts
  }
}
