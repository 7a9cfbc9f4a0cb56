import Detection
import Geography
import PlaceProtocol
import PlaceStore
import Places

/// What becomes of the conclusions of detection: stored first, then told.
extension Tracker {
  /// Stores and tells what detection concluded.
  func apply(_ outcomes: [Outcome]) {
    let outcomes = asTheUserSaid(outcomes)
    store(outcomes)
    tell(outcomes)
    if detector.isFrozen {
      health.raise(
        .frozen, "the receiver repeats one position while it says that it moves",
        hint: "unplug it and plug it in again")
    } else {
      health.clear(.frozen)
    }
  }

  /// Tells what is stored already.
  func tell(_ outcomes: [Outcome]) {
    for outcome in outcomes { tell(outcome) }
  }

  /// The visits that outcomes begin, end or change, each as it is in the end.
  static func visits(in outcomes: [Outcome]) -> [Visit] {
    var visits: [Visit] = []
    for case let visit? in outcomes.lazy.map(visit(of:)) {
      visits.removeAll { $0.id == visit.id }
      visits.append(visit)
    }
    return visits
  }

  private func store(_ outcomes: [Outcome]) {
    guard isLive else { return }
    var event = StoreEvent(visits: Self.visits(in: outcomes))
    if outcomes.contains(.selectionEnded) {
      event.selection = .cleared
      selection = nil
    }
    if !event.isEmpty {
      recorder.keep(event)
      deleteOldVisits()
    } else if outcomes.contains(.checkpoint) {
      recorder.saveState()
    }
  }

  private func deleteOldVisits() {
    guard let keep = settings.keepVisitsSeconds, let now = detector.state.now else { return }
    _ = try? database.write { (store) throws(StoreError) in
      try store.deleteVisits(endedBefore: now.advanced(bySeconds: -keep))
    }
  }

  private func tell(_ outcome: Outcome) {
    switch outcome {
    case .report(let fix, let ignored):
      if isLive, ignored == nil, let time = fix.time { coarse.follow(fix.position, at: time) }
      tellFix(fix, ignored: ignored)
    case .likely(let likely, let fix, let reason): tellLikely(likely, fix, reason)
    case .arrived(let visit, let reportedAt):
      tell(.arrived, visit, at: visit.arrivedAt, reportedAt: reportedAt)
    case .departed(let visit, let reportedAt):
      tell(
        .departed, visit, at: visit.departedAt ?? visit.departedBetween?.upperBound,
        reportedAt: reportedAt)
    case .visitChanged(let visit, let reportedAt):
      tell(.visit, visit, at: reportedAt, reportedAt: reportedAt)
    case .passed(let placeID, let time, let reportedAt):
      tellPassed(placeID, at: time, reportedAt: reportedAt)
    case .current(let placeID, let since, let isInferred):
      tellCurrent(placeID, since: since, isInferred: isInferred)
    case .selectionEnded:
      selection = nil
      tellSelected(nil, reason: "departed")
    case .checkpoint: break
    }
  }

  private func tellLikely(_ likely: Likely, _ fix: Fix, _ reason: LikelyReason) {
    lastReason = reason
    tellHere(fix.position)
    guard let limit = sink?.likelyLimit else { return }
    sink?.publish(likely: message(likely, fix, reason: reason, limit: limit))
  }

  private func tellHere(_ position: Coordinate) {
    guard let here = here(at: position) else { return }
    let isNew =
      here.locality != lastHere?.locality || here.region != lastHere?.region
      || here.countryCode != lastHere?.countryCode
    lastHere = here
    guard isNew, sink?.wants(.here) == true else { return }
    sink?.publish(
      Notification(.here) { writer in
        writer.key("here")
        writer.value(here)
        writer.member("time", detector.state.now)
      })
  }
}
