import Geography

/// Everything that must survive a restart, so that detection goes on as if there had been none.
public struct DetectorState: Hashable, Codable, Sendable {
  var hygiene = Hygiene()
  var stops = StopTracker()
  var passage = Passage()
  var filter = PublishFilter()
  var current = CurrentPlace()
  var nextEvaluation: UTCTime?

  /// The newest time of the stream.
  public internal(set) var now: UTCTime?
  /// The open visit.
  public internal(set) var visit: Visit?
  /// The place the user picked.
  public internal(set) var selection: Selection?

  /// The state before the first fix.
  public init() {}

  /// What is left of a state that cannot be read, of another version or damaged: the open visit. The
  /// vehicle may be there still, or have left it at any time since. `selected`: the place the user
  /// picked, which ends with the visit when it is the visit's.
  public init(resuming visit: Visit, selected: Int? = nil) {
    let began = visit.arrivedAt ?? UTCTime(milliseconds: Int64(visit.id) * 1000)
    stops = StopTracker(
      parkedAt: Sighting(
        position: visit.position, time: began,
        sigma: max(ErrorKernel.leastSigma, visit.accuracyMeters / Fix.accuracyPerSigma), speed: 0),
      hadMotionBefore: visit.arrivedAt != nil)
    self.visit = visit
    current.set(visit.placeID, since: began)
    if let selected, selected == visit.placeID {
      selection = Selection(
        placeID: selected, since: began, isHere: true, position: visit.position)
    }
  }

  /// The current place.
  public var currentPlaceID: Int? { current.placeID }
  /// When the current place became that.
  public var currentSince: UTCTime? { current.since }
}

/// The place that the user picked.
public struct Selection: Hashable, Codable, Sendable {
  /// The place.
  public var placeID: Int
  /// When; nil when the time was not known.
  public var since: UTCTime?
  /// The vehicle is there: the selection ends when it leaves. Else it is a marker on the map.
  public var isHere: Bool
  /// Where the vehicle was.
  var position: Coordinate?

  /// A selection.
  public init(placeID: Int, since: UTCTime?, isHere: Bool, position: Coordinate? = nil) {
    self.placeID = placeID
    self.since = since
    self.isHere = isHere
    self.position = position
  }
}

/// How many fixes counted and how many did not, since the program started.
public struct FilterCounts: Hashable, Sendable {
  /// Fixes that detection used.
  public internal(set) var accepted = 0
  /// Lists of likely places that were published.
  public internal(set) var published = 0
  /// Fixes that were ignored, by reason.
  public internal(set) var ignored: [IgnoredReason: Int] = [:]

  /// Nothing counted yet.
  public init() {}
}
