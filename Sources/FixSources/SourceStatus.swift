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
  /// What is wrong, and what to do about it; nil where nothing is.
  public var trouble: SourceTrouble?
  /// When the state began.
  public var since: MonotonicTime
  /// Satellites in view.
  public var satellitesSeen: Int?
  /// Satellites that the fix uses.
  public var satellitesUsed: Int?
  /// Seconds to the next attempt, where one is waited for.
  public var retrySeconds: Double?

  /// What is wrong, in words; nil where nothing is.
  public var reason: String? { trouble?.reason }
  /// What to do about it.
  public var hint: String? { trouble?.hint }

  /// A state of a source.
  public init(
    url: String, state: State, trouble: SourceTrouble? = nil, since: MonotonicTime = .now
  ) {
    self.url = url
    self.state = state
    self.trouble = trouble
    self.since = since
  }
}
