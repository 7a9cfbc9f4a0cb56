import Detection
import Geography
import PlaceProtocol
import PlaceStore
import Places

/// Notifications, and the messages in them.
extension Tracker {
  func tellFix(_ fix: Fix, ignored: IgnoredReason?) {
    guard sink?.wants(.fix) == true else { return }
    let source = lastReport?.source
    sink?.publish(
      Notification(.fix) { writer in
        writer.key("fix")
        writer.value(fix, source: source)
        writer.member("ignored", ignored?.rawValue)
      })
  }

  func tell(
    _ topic: Topic, _ visit: Visit, at time: UTCTime?, reportedAt: UTCTime, isRemoved: Bool = false
  ) {
    guard sink?.wants(topic) == true else { return }
    let message = message(visit)
    sink?.publish(
      Notification(topic) { writer in
        writer.member("id", EventID.make(topic, Int64(visit.id), time?.milliseconds ?? 0))
        writer.member("time", time)
        writer.member("reported_at", reportedAt)
        writer.member("inferred", visit.isInferred)
        writer.key("visit")
        writer.value(message)
        if isRemoved { writer.member("removed", true) }
      })
  }

  /// The user removed or forgot a visit.
  func tellRemoved(_ visit: Visit) {
    tell(.visit, visit, at: presentTime, reportedAt: presentTime, isRemoved: true)
  }

  func tellPassed(_ placeID: Int, at time: UTCTime, reportedAt: UTCTime) {
    guard sink?.wants(.passed) == true, let place = place(placeID) else { return }
    sink?.publish(
      Notification(.passed) { writer in
        writer.member("id", EventID.make(.passed, Int64(placeID), time.milliseconds))
        writer.member("time", time)
        writer.member("reported_at", reportedAt)
        writer.member("inferred", false)
        writer.key("place")
        writer.value(place)
      })
  }

  func tellCurrent(_ placeID: Int?, since: UTCTime, isInferred: Bool) {
    guard sink?.wants(.current) == true else { return }
    let message = CurrentMessage(place: placeID.flatMap(place), since: since)
    sink?.publish(
      Notification(.current) { writer in
        writer.member("id", EventID.make(.current, Int64(placeID ?? -1), since.milliseconds))
        writer.member("time", since)
        writer.member("reported_at", detector.state.now)
        writer.member("inferred", isInferred)
        message.members(to: &writer)
      })
  }

  func tellSelected(_ message: SelectionMessage?, reason: String) {
    guard sink?.wants(.selected) == true else { return }
    sink?.publish(
      Notification(.selected) { writer in
        writer.nullable("selected", message) { $0.value($1) }
        writer.member("reason", reason)
      })
  }

  // MARK: Messages

  /// The place with this number, as it is shown; nil when there is none, or none any more.
  func place(_ id: Int) -> Place? { (try? database.store.place(id: id)) ?? nil }

  func here(at position: Coordinate) -> Here? { (try? database.store.here(at: position)) ?? nil }

  func message(
    _ likely: Likely, _ fix: Fix, reason: LikelyReason?, limit: Int, source: String? = nil
  ) -> LikelyMessage {
    var known: [Int: Place] = [:]
    func entry(_ entry: Likely.Entry) -> PlaceEntry? {
      let id = entry.candidate.id
      guard let place = known[id] ?? place(id) else { return nil }
      known[id] = place
      return PlaceEntry(
        place: place, distanceMeters: entry.distanceMeters,
        bearingDegrees: fix.position.bearing(to: place.position), likelihood: entry.likelihood,
        within: entry.within)
    }
    return LikelyMessage(
      time: fix.time, fix: fix, source: source ?? (reason == nil ? nil : lastReport?.source),
      reason: reason?.rawValue, here: here(at: fix.position),
      places: likely.entries.prefix(limit).compactMap(entry), elsewhere: likely.elsewhere,
      containing: likely.containing.prefix(200).compactMap(entry))
  }

  func message(_ visit: Visit) -> VisitMessage {
    VisitMessage(
      id: visit.id, place: visit.placeID.flatMap(place), position: visit.position,
      arrivedAt: visit.arrivedAt, departedAt: visit.departedAt,
      departedBetween: visit.departedBetween,
      alternatives: visit.alternatives.compactMap { alternative in
        place(alternative.placeID).map { place in
          PlaceEntry(
            place: place, distanceMeters: alternative.distanceMeters,
            bearingDegrees: visit.position.bearing(to: place.position),
            likelihood: alternative.likelihood, within: alternative.within)
        }
      }, isConfirmed: visit.isConfirmed, isInferred: visit.isInferred)
  }

  func message(_ selection: StoredSelection) -> SelectionMessage? {
    place(selection.placeID).map { SelectionMessage(place: $0, since: selection.since) }
  }

  /// Where the vehicle is; nil for no place of the table.
  var currentMessage: CurrentMessage? {
    detector.state.currentPlaceID.flatMap(place).map {
      CurrentMessage(place: $0, since: detector.state.currentSince)
    }
  }

  /// The visit that has not ended.
  var openVisitMessage: VisitMessage? { detector.state.visit.map(message) }
}
