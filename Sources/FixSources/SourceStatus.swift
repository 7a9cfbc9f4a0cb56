import EventLoop

/// How a source of fixes does.
public struct SourceStatus: Hashable, Sendable {
  /// What a source is doing.
  public enum State: String, Hashable, Sendable {
    /// Not connected yet.
    case connecting
    /// gpsd is there, but has no receiver.
    case noDevice = "no_device"
    /// The receiver talks, but has no position.
    case noFix = "no_fix"
    /// Valid fixes come.
    case fix
    /// The last valid fix is older than `[source] stale_after`.
    case stale
    /// gpsd or the device is gone.
    case lost
  }

  /// The source as the configuration names it.
  public var url: String
  /// The receiver, where it is known.
  public var device: String?
  /// What the source is doing.
  public var state: State
  /// What is wrong, in words; nil where nothing is.
  public var reason: String?
  /// What to do about it.
  public var hint: String?
  /// When the state began.
  public var since: MonotonicTime
  /// Satellites in view.
  public var satellitesSeen: Int?
  /// Satellites that the fix uses.
  public var satellitesUsed: Int?
  /// Seconds to the next attempt, where one is waited for.
  public var retrySeconds: Double?

  /// A state of a source.
  public init(url: String, state: State, reason: String? = nil, since: MonotonicTime = .now) {
    self.url = url
    self.state = state
    self.reason = reason
    self.since = since
  }
}
