import Geography
import JSON
import Places

/// The last valid report: the result of `fix`, and members of `status`.
public struct FixMessage: Hashable, Sendable {
  /// The fix.
  public var fix: Fix
  /// Where it came from.
  public var source: String?
  /// Seconds since it was received, by the monotonic clock.
  public var ageSeconds: Double
  /// It is older than `[source] stale_after`.
  public var isStale: Bool
  /// The words for its position.
  public var here: Here?

  /// A report.
  public init(fix: Fix, source: String?, ageSeconds: Double, isStale: Bool, here: Here? = nil) {
    self.fix = fix
    self.source = source
    self.ageSeconds = ageSeconds
    self.isStale = isStale
    self.here = here
  }

  /// Writes the members.
  public func members(to writer: inout JSONWriter) {
    writer.key("fix")
    writer.value(fix, source: source)
    writer.member("age_s", ageSeconds, decimals: 3)
    writer.member("stale", isStale)
    if let here {
      writer.key("here")
      writer.value(here)
    }
  }
}
