import Geography

/// Places ranked for one position. Over all of them the likelihoods and `elsewhere` sum to 1.
public struct Likely: Hashable, Sendable {
  /// One place and what speaks for it.
  public struct Entry: Hashable, Sendable {
    /// The place.
    public var candidate: Candidate
    /// Metres from the position to its edge, 0 inside.
    public var distanceMeters: Double
    /// Density of stops for this place at the position, per square metre, without what was learned.
    public var density: Double
    /// Share of all stops that are expected to be at this place.
    public var prior: Double
    /// Density of stops by the confirmed positions alone; nil where nothing was confirmed.
    public var learned: Double?
    /// Probability that this is the place.
    public var likelihood: Double
    /// Probability that the position lies inside its extent.
    public var within: Double

    /// An entry of the list.
    public init(
      candidate: Candidate, distanceMeters: Double, density: Double, prior: Double,
      learned: Double?, likelihood: Double, within: Double
    ) {
      self.candidate = candidate
      self.distanceMeters = distanceMeters
      self.density = density
      self.prior = prior
      self.learned = learned
      self.likelihood = likelihood
      self.within = within
    }
  }

  /// Likeliest first; ties: the smaller extent, then the lower id.
  public var entries: [Entry]
  /// Probability of being at no place of the table.
  public var elsewhere: Double

  /// Ranked places.
  public init(entries: [Entry] = [], elsewhere: Double = 1) {
    self.entries = entries
    self.elsewhere = elsewhere
  }

  /// The places that hold the position with probability ½ or more, the smallest first.
  public var containing: [Entry] {
    entries.filter { $0.within >= 0.5 }.sorted {
      ($0.candidate.radiusMeters, $0.candidate.id) < ($1.candidate.radiusMeters, $1.candidate.id)
    }
  }
}

/// Why a list of likely places was computed anew.
public enum LikelyReason: String, Hashable, Sendable {
  /// The first one.
  case start
  /// The vehicle moved by the filter distance.
  case moved
  /// A stop settled.
  case stopped
  /// The accuracy halved.
  case accuracy
  /// The place table changed.
  case places
  /// The selection changed.
  case selected
  /// What this reader may see changed.
  case access
}
