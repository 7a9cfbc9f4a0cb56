import Detection
import Geography
import JSON
import PlaceProtocol
import PlaceStore
import Places

/// What the user picks and confirms.
extension Tracker {
  /// The place that a request means.
  func resolve(
    _ reference: PlaceReference, at query: PositionQuery? = nil
  ) throws(ProtocolError) -> Place {
    switch reference {
    case .id(let id): return try place(id: id)
    case .rank(let rank):
      let places = try likely(at: query, limit: rank).places
      guard places.count >= rank else {
        throw ProtocolError(
          .notFound, "there is no likely place of rank \(rank): the list has \(places.count)",
          hint: "'placectl likely -n \(rank)' shows it")
      }
      return places[rank - 1].place
    case .sourceID(let id, let source):
      let found = try database.read { (store) throws(StoreError) in
        try store.places(source: source, sourceID: id)
      }
      return try only(found, named: "source_id '\(id)'", at: query)
    case .name(let name):
      let near = query?.position ?? position
      let found = try database.read { (store) throws(StoreError) in
        try store.places(named: name, near: near)
      }
      return try only(found, named: "name '\(name)'", at: query)
    }
  }

  private func only(
    _ found: [Place], named what: String, at query: PositionQuery?
  ) throws(ProtocolError) -> Place {
    guard let first = found.first else {
      throw ProtocolError(
        .notFound, "there is no place with the \(what)",
        hint: "'placectl search' finds places by a part of their name")
    }
    guard found.count > 1 else { return first }
    let center = query?.position ?? position
    throw ProtocolError(
      .failure(.ambiguous), "\(found.count) places have the \(what)",
      hint: "select one of them by its id",
      candidates: found.prefix(20).map { place in
        JSONValue(
          writing: PlaceEntry(
            place: place,
            distanceMeters: center.flatMap {
              try? database.store.distanceMeters(from: $0, to: place)
            },
            bearingDegrees: center?.bearing(to: place.position)))
      })
  }

  /// The selection as it is; nil for none.
  func selectionMessage() throws(ProtocolError) -> SelectionMessage? {
    selection.flatMap { message($0) }
  }

  /// Picks a place. With a fresh fix, at rest, and the place among the candidates it also teaches and
  /// corrects the open visit; a far search result is a marker and nothing else.
  func select(_ reference: PlaceReference) throws(ProtocolError) -> SelectionMessage {
    let place = try resolve(reference)
    guard let candidate = database.store.candidate(id: place.id) else {
      throw Self.noPlace(place.id)
    }
    let picked = StoredSelection(placeID: place.id, since: presentTime)
    let before = detector
    let result = detector.select(candidate, isFresh: isFresh, places: database.store)
    var event = StoreEvent(selection: .set(picked))
    if let lesson = result.lesson {
      event.lessons = [StoredLesson(lesson, kind: .selected)]
      let since = before.state.visit?.knownSince ?? before.restingSince ?? lesson.time
      event.retracted = min(since, lesson.time)...lesson.time
    }
    event.visits = Self.visits(in: result.outcomes)
    try commit(event, orRestore: before)
    selection = picked
    if !event.lessons.isEmpty { learnAnew() }
    let message = SelectionMessage(place: place, since: picked.since)
    tellSelected(message, reason: "user")
    tell(result.outcomes)
    return message
  }

  /// Ends the selection.
  func clearSelection() throws(ProtocolError) {
    guard selection != nil else { return }
    let before = detector
    let outcomes = detector.clearSelection(places: database.store)
    try commit(StoreEvent(selection: .cleared), orRestore: before)
    selection = nil
    tellSelected(nil, reason: "cleared")
    tell(outcomes)
  }

  /// Stores an event that the user asked for; when that fails detection forgets it too.
  func commit(_ event: StoreEvent, orRestore before: Detector) throws(ProtocolError) {
    do throws(ProtocolError) {
      try recorder.commit(event)
    } catch {
      detector = before
      throw error
    }
  }

  /// The stream's time, or the wall clock's before there is one.
  var presentTime: UTCTime { estimatedStreamTime ?? .now }

  /// Teaches that a position was at a place; no visit and no selection changes.
  func confirm(_ reference: PlaceReference, at query: PositionQuery) throws(ProtocolError) {
    let place = try resolve(reference, at: query)
    let lesson = StoredLesson(
      placeID: place.id, position: query.position, sigmaMeters: query.fix.sigmaMeters,
      time: query.fix.time ?? presentTime)
    try database.write { (store) throws(StoreError) in
      try store.record(StoreEvent(lessons: [lesson]))
    }
    learn(lesson)
  }

  /// Hands everything that the user taught to detection, after some of it was taken back or what it
  /// is about has changed.
  func learnAnew() {
    if let lessons = try? lessons() { detector.model.lessons = lessons }
  }

  /// Hands a stored lesson to detection.
  func learn(_ lesson: StoredLesson) {
    guard let place = database.store.candidate(id: lesson.placeID) else { return }
    detector.model.lessons.learn(Lesson(lesson), at: place)
  }
}

extension Lesson {
  init(_ lesson: StoredLesson) {
    self.init(
      placeID: lesson.placeID, position: lesson.position, sigmaMeters: lesson.sigmaMeters,
      time: lesson.time)
  }
}

extension StoredLesson {
  init(_ lesson: Lesson, kind: Kind) {
    self.init(
      placeID: lesson.placeID, position: lesson.position, sigmaMeters: lesson.sigmaMeters,
      time: lesson.time, kind: kind)
  }
}
