import Detection
import Geography
import PlaceProtocol
import PlaceStore
import Places

/// Changes of the place table.
extension Tracker {
  /// Looks whether the place table is as detection last saw it; called when a process may have
  /// written to it. `removed`: places that are known to be gone.
  public func checkTable(removed: Set<Int> = []) {
    guard let now = try? database.store.placeTotals(), now != totals else { return }
    let notification = Notification(.places) { writer in
      writer.member("added", max(0, now.added - totals.added))
      writer.member("updated", max(0, now.updated - totals.updated))
      writer.member("removed", max(0, now.removed - totals.removed))
    }
    // A place that was moved or removed taught something else, or nothing.
    learnAnew()
    totals = now
    sink?.publish(notification)
    if let picked = selection, (try? database.store.place(id: picked.placeID)) == .some(nil) {
      selection = nil
      _ = detector.clearSelection(places: database.store)
      if isLive { recorder.keep(StoreEvent(selection: .cleared)) }
      tellSelected(nil, reason: "removed")
    }
    apply(detector.placesChanged(removed: removed, places: database.store))
    if isLive { arrival.update() }
  }

  /// Rows of the place table; nil where it cannot be read.
  var placeCount: Int? { database.failure == nil ? database.store.placeCount : nil }

  /// Adds a place. `suggestion`: the stops it was made of; they become visits of it, and teach.
  func addPlace(
    _ fields: PlaceEdit, suggestion: SuggestedPlace? = nil
  ) throws(ProtocolError) -> Place {
    guard let name = fields.name else { throw ProtocolError(.invalid, "'name' is missing") }
    guard let position = fields.position ?? suggestion?.position else {
      throw ProtocolError(
        .invalid, "the place has no position", hint: "give 'lat' and 'lon', or 'suggestion'")
    }
    let draft = PlaceDraft(
      name: name, position: position, radiusMeters: fields.radiusMeters ?? 0,
      category: fields.category ?? nil, address: fields.address ?? Address(),
      names: fields.names ?? [:], priority: fields.priority ?? 0,
      arriveAfterSeconds: fields.arriveAfterSeconds ?? nil)
    let place = try database.write { (store) throws(StoreError) in
      try store.add(draft, confirming: suggestion?.visits ?? [])
    }
    var outcomes: [Outcome] = []
    for var visit in suggestion?.visits ?? [] {
      visit.placeID = place.id
      visit.isConfirmed = true
      if detector.state.visit?.id == visit.id { outcomes = detector.correctVisit(to: place.id) }
      tell(.visit, visit, at: presentTime, reportedAt: presentTime)
    }
    apply(outcomes)
    checkTable()
    return place
  }

  func updatePlace(id: Int, _ fields: PlaceEdit) throws(ProtocolError) -> Place {
    let old = try place(id: id)
    var changes = PlaceChanges()
    changes.name = fields.name
    changes.position = fields.position
    changes.radiusMeters = fields.radiusMeters
    changes.category = fields.category.map { PlaceChanges.Change($0) }
    if let address = fields.address {
      changes.street = PlaceChanges.Change(address.street)
      changes.houseNumber = PlaceChanges.Change(address.houseNumber)
      changes.postcode = PlaceChanges.Change(address.postcode)
      changes.locality = PlaceChanges.Change(address.locality)
      changes.region = PlaceChanges.Change(address.region)
      changes.countryCode = PlaceChanges.Change(address.countryCode)
    }
    if let names = fields.names {
      for kind in old.names.keys where names[kind] == nil { changes.names[kind] = .cleared }
      for (kind, name) in names { changes.names[kind] = .set(name) }
    }
    changes.priority = fields.priority
    changes.arriveAfterSeconds = fields.arriveAfterSeconds.map { PlaceChanges.Change($0) }
    let wanted = changes
    let place = try database.write { (store) throws(StoreError) in
      try store.update(id: id, wanted)
    }
    checkTable()
    return place
  }

  func removePlace(id: Int) throws(ProtocolError) -> Place {
    let place = try database.write { (store) throws(StoreError) in try store.remove(id: id) }
    checkTable(removed: [id])
    return place
  }

  // MARK: Suggestions

  /// Newest visits without a place that are looked at.
  private static let visitsForSuggestions = 2000

  /// Stops that recur at no known place, the most frequent first.
  private func recurringStops() throws(ProtocolError) -> [RecurringStops.Group] {
    let visits = try database.read { (store) throws(StoreError) in
      var found: [Visit] = []
      var query = VisitQuery(place: .none, limit: 200)
      while found.count < Self.visitsForSuggestions {
        let page = try store.visits(query)
        found += page.visits
        guard let next = page.next else { break }
        query.after = next
      }
      return found
    }
    return RecurringStops.groups(of: visits)
  }

  /// What is offered as a place to add.
  func suggestions() throws(ProtocolError) -> [SuggestionMessage] {
    try recurringStops().prefix(200).enumerated().map { index, group in
      SuggestionMessage(
        number: index + 1, position: group.center, stops: group.visits.count,
        first: group.times.min(), last: group.times.max(), usualHours: group.usualHours,
        here: here(at: group.center))
    }
  }

  /// The stops that are offered under `number`.
  func suggestion(number: Int) throws(ProtocolError) -> SuggestedPlace {
    let all = try recurringStops()
    guard number <= all.count else {
      throw ProtocolError(
        .notFound, "there is no suggestion \(number): the list has \(all.count)",
        hint: "'placectl suggest' shows it")
    }
    let group = all[number - 1]
    return SuggestedPlace(position: group.center, visits: group.visits)
  }
}

/// Stops that a place is made of.
struct SuggestedPlace {
  /// Their middle.
  var position: Coordinate
  /// The stops.
  var visits: [Visit]
}

extension PlaceChanges.Change {
  init(_ value: Value?) { self = value.map { .set($0) } ?? .cleared }
}
