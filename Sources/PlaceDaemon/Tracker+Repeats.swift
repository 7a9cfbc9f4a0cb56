import Detection
import PlaceStore

/// Visits that are detected again, as when a recording is played twice.
extension Tracker {
  /// What the user said of a visit before.
  private enum Word {
    case nothing
    /// It was at this place, or with nil at none.
    case place(Int?)
    /// It was none.
    case removed
  }

  /// `outcomes` as far as the user has not said otherwise: a correction stays, and a visit that was
  /// removed is not told again.
  func asTheUserSaid(_ outcomes: [Outcome]) -> [Outcome] {
    guard !Self.visits(in: outcomes).isEmpty else { return outcomes }
    var said: [Outcome] = []
    var corrections: [Outcome] = []
    for outcome in outcomes {
      guard let visit = Self.visit(of: outcome), !visit.isConfirmed else {
        said.append(outcome)
        continue
      }
      let isOpen = detector.state.visit?.id == visit.id
      switch word(on: visit) {
      case .nothing: said.append(outcome)
      case .removed:
        if isOpen { detector.forgetVisit() }
      case .place(let placeID):
        if isOpen { corrections += detector.correctVisit(to: placeID) }
        said.append(Self.replacing(placeID, in: outcome))
      }
    }
    guard !corrections.isEmpty else { return said }
    return said.filter { if case .current = $0 { false } else { true } } + corrections
  }

  private func word(on visit: Visit) -> Word {
    let store = database.store
    if (try? store.isVisitRemoved(id: visit.id)) == true { return .removed }
    guard let known = (try? store.visit(id: visit.id)) ?? nil, known.isConfirmed else {
      return .nothing
    }
    guard let placeID = known.placeID else { return .place(nil) }
    return store.candidate(id: placeID) == nil ? .nothing : .place(placeID)
  }

  static func visit(of outcome: Outcome) -> Visit? {
    switch outcome {
    case .arrived(let visit, _), .departed(let visit, _), .visitChanged(let visit, _): visit
    case .report, .likely, .passed, .current, .selectionEnded, .checkpoint: nil
    }
  }

  private static func replacing(_ placeID: Int?, in outcome: Outcome) -> Outcome {
    func confirmed(_ visit: Visit) -> Visit {
      var visit = visit
      visit.placeID = placeID
      visit.isConfirmed = true
      return visit
    }
    return switch outcome {
    case .arrived(let visit, let time): .arrived(confirmed(visit), reportedAt: time)
    case .departed(let visit, let time): .departed(confirmed(visit), reportedAt: time)
    case .visitChanged(let visit, let time): .visitChanged(confirmed(visit), reportedAt: time)
    case .report, .likely, .passed, .current, .selectionEnded, .checkpoint: outcome
    }
  }
}
