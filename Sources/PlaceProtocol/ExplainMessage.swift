import Geography
import JSON
import Places

/// Why this place: the result of `explain`.
public struct ExplainMessage: Hashable, Sendable {
  /// A place and what speaks for it.
  public struct Candidate: Hashable, Sendable {
    /// The place.
    public var place: Place
    /// Metres from the fix to its edge, 0 inside.
    public var distanceMeters: Double
    /// Density of stops for it at the fix, per square metre, without what was learned; nil for a
    /// visit that has ended, of which only the likelihoods are kept.
    public var density: Double?
    /// Share of all stops that are expected to be there.
    public var prior: Double?
    /// Density of stops by the confirmed positions alone.
    public var learned: Double?
    /// Probability that this is the place.
    public var likelihood: Double
    /// Probability that the fix lies inside its extent.
    public var within: Double

    /// A candidate.
    public init(
      place: Place, distanceMeters: Double, density: Double? = nil, prior: Double? = nil,
      learned: Double? = nil, likelihood: Double, within: Double
    ) {
      self.place = place
      self.distanceMeters = distanceMeters
      self.density = density
      self.prior = prior
      self.learned = learned
      self.likelihood = likelihood
      self.within = within
    }
  }

  /// A decision and the rule that took it.
  public struct Rule: Hashable, Sendable {
    /// When, by the stream's time.
    public var time: UTCTime?
    /// A stable word for the rule.
    public var rule: String
    /// What it decided, in words.
    public var text: String

    /// A decision.
    public init(time: UTCTime?, rule: String, text: String) {
      self.time = time
      self.rule = rule
      self.text = text
    }
  }

  /// The fix that it is about.
  public var fix: Fix
  /// Likeliest first.
  public var candidates: [Candidate]
  /// Probability of being at no place of the table.
  public var elsewhere: Double
  /// Decisions, the newest last.
  public var rules: [Rule]

  /// An explanation.
  public init(fix: Fix, candidates: [Candidate], elsewhere: Double, rules: [Rule]) {
    self.fix = fix
    self.candidates = candidates
    self.elsewhere = elsewhere
    self.rules = rules
  }
}

extension JSONWriter {
  /// Writes an explanation. `source`: where the fix came from.
  public mutating func value(_ explanation: ExplainMessage, source: String?) {
    beginObject()
    key("fix")
    value(explanation.fix, source: source)
    array("candidates", explanation.candidates) { writer, candidate in
      writer.object { writer in
        writer.key("place")
        writer.value(candidate.place)
        writer.member("distance_m", candidate.distanceMeters, decimals: 2)
        writer.member("density", shortest: candidate.density)
        writer.member("prior", shortest: candidate.prior)
        writer.member("learned", shortest: candidate.learned)
        writer.member("likelihood", candidate.likelihood, decimals: Self.probabilityDecimals)
        writer.member("within", candidate.within, decimals: Self.probabilityDecimals)
      }
    }
    member("elsewhere", explanation.elsewhere, decimals: Self.probabilityDecimals)
    array("rules", explanation.rules) { writer, rule in
      writer.object { writer in
        writer.member("time", rule.time)
        writer.member("rule", rule.rule)
        writer.member("text", rule.text)
      }
    }
    endObject()
  }

  /// Writes a number of any size in its shortest form, unless it is nil or not finite.
  private mutating func member(_ name: String, shortest number: Double?) {
    guard let number, number.isFinite else { return }
    key(name)
    value(number)
  }
}
