import Geography
import JSON
import Places

/// Likely places for a fix: the result of `likely`, and the params of its notification.
public struct LikelyMessage: Hashable, Sendable {
  /// The fix's time.
  public var time: UTCTime?
  /// The fix, or the position asked about.
  public var fix: Fix
  /// Where the fix came from.
  public var source: String?
  /// Why the list was computed; nil for a position asked about.
  public var reason: String?
  /// The words for the position.
  public var here: Here?
  /// Likeliest first; as many as were asked for.
  public var places: [PlaceEntry]
  /// Probability of being at no place of the table.
  public var elsewhere: Double
  /// The places whose extent holds the fix with probability ½ or more, the smallest first.
  public var containing: [PlaceEntry]

  /// Likely places for a fix.
  public init(
    time: UTCTime?, fix: Fix, source: String? = nil, reason: String? = nil, here: Here? = nil,
    places: [PlaceEntry], elsewhere: Double, containing: [PlaceEntry]
  ) {
    self.time = time
    self.fix = fix
    self.source = source
    self.reason = reason
    self.here = here
    self.places = places
    self.elsewhere = elsewhere
    self.containing = containing
  }

  /// Writes the members, at most `limit` places. Fewer places change no likelihood.
  public func members(limit: Int, to writer: inout JSONWriter) {
    writer.member("time", time)
    writer.key("fix")
    writer.value(fix, source: source)
    writer.member("reason", reason)
    if let here {
      writer.key("here")
      writer.value(here)
    }
    writer.array("places", places.prefix(limit)) { $0.value($1) }
    writer.member("elsewhere", elsewhere, decimals: JSONWriter.probabilityDecimals)
    writer.array("containing", containing) { $0.value($1) }
  }
}
