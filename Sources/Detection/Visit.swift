import Geography

/// A stop and its place, from arrival to departure.
public struct Visit: Hashable, Sendable, Codable {
  /// A place and how likely it was at the arrival.
  public struct Alternative: Hashable, Sendable, Codable {
    /// The place's number.
    public var placeID: Int
    /// Probability that it was the place.
    public var likelihood: Double
    /// Probability that the stop lies inside its extent.
    public var within: Double
    /// Metres from the stop to its edge, 0 inside.
    public var distanceMeters: Double

    /// An alternative.
    public init(placeID: Int, likelihood: Double, within: Double, distanceMeters: Double) {
      self.placeID = placeID
      self.likelihood = likelihood
      self.within = within
      self.distanceMeters = distanceMeters
    }
  }

  /// Made from the time it began, so that the same recording gives the same number.
  public var id: Int
  /// The receiver; nil for a recording that does not say.
  public var device: String?
  /// The place: set by the user, or by a likelihood of 0.6 or more.
  public var placeID: Int?
  /// Centre of the stop.
  public var position: Coordinate
  /// Radius of 68 % of that centre, in metres.
  public var accuracyMeters: Double
  /// When it began; nil where it began before the first fix.
  public var arrivedAt: UTCTime?
  /// When it ended; nil while it is open, or where only the interval is known.
  public var departedAt: UTCTime?
  /// The interval in which it ended, where that is not known better.
  public var departedBetween: ClosedRange<UTCTime>?
  /// Likely places at the arrival, best first.
  public var alternatives: [Alternative]
  /// The user said that this is the place.
  public var isConfirmed: Bool
  /// A part of it was concluded, not seen.
  public var isInferred: Bool

  /// A visit.
  public init(
    id: Int, device: String? = nil, placeID: Int? = nil, position: Coordinate,
    accuracyMeters: Double, arrivedAt: UTCTime? = nil, departedAt: UTCTime? = nil,
    departedBetween: ClosedRange<UTCTime>? = nil, alternatives: [Alternative] = [],
    isConfirmed: Bool = false, isInferred: Bool = false
  ) {
    self.id = id
    self.device = device
    self.placeID = placeID
    self.position = position
    self.accuracyMeters = accuracyMeters
    self.arrivedAt = arrivedAt
    self.departedAt = departedAt
    self.departedBetween = departedBetween
    self.alternatives = alternatives
    self.isConfirmed = isConfirmed
    self.isInferred = isInferred
  }

  /// When it began, or was first known where that was before the first fix.
  public var knownSince: UTCTime {
    arrivedAt ?? UTCTime(milliseconds: Int64(id) * 1000)
  }

  /// It has not ended yet.
  public var isOpen: Bool { departedAt == nil && departedBetween == nil }
}
