import Geography
import JSON

/// How the source of fixes does.
public struct SourceMessage: Hashable, Sendable {
  /// The source as the configuration names it.
  public var url: String
  /// The receiver, where it is known.
  public var device: String?
  /// `connecting`, `no_device`, `no_fix`, `fix`, `stale` or `lost`.
  public var state: String
  /// What is wrong, in words.
  public var reason: String?
  /// Since when, by the wall clock.
  public var since: UTCTime?
  /// Satellites in view.
  public var satellitesSeen: Int?
  /// Satellites that the fix uses.
  public var satellitesUsed: Int?
  /// Seconds to the next attempt, where one is waited for.
  public var retrySeconds: Double?

  /// A state of a source.
  public init(
    url: String, device: String? = nil, state: String, reason: String? = nil,
    since: UTCTime? = nil, satellitesSeen: Int? = nil, satellitesUsed: Int? = nil,
    retrySeconds: Double? = nil
  ) {
    self.url = url
    self.device = device
    self.state = state
    self.reason = reason
    self.since = since
    self.satellitesSeen = satellitesSeen
    self.satellitesUsed = satellitesUsed
    self.retrySeconds = retrySeconds
  }

  /// Writes the members.
  public func members(to writer: inout JSONWriter) {
    writer.member("url", url)
    writer.member("device", device)
    writer.member("state", state)
    writer.member("reason", reason)
    writer.member("since", since)
    writer.member("satellites_seen", satellitesSeen)
    writer.member("satellites_used", satellitesUsed)
    writer.member("retry_s", retrySeconds, decimals: 1)
  }
}
