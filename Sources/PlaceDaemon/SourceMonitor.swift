import EventLoop
import FixSources
import Geography
import PlaceProtocol

/// The state of the source as clients see it, and what it means for health.
public final class SourceMonitor {
  private let health: HealthRegistry
  /// Tells subscribers that the state changed.
  var changed: (SourceMessage) -> Void = { _ in }
  private var status: SourceStatus
  private var since: Moment

  /// Before any source is asked: `connecting`.
  public init(url: String, health: HealthRegistry) {
    self.health = health
    status = SourceStatus(url: url, state: .connecting)
    since = Moment(status.since)
  }

  /// Takes a source's state over.
  public func update(_ status: SourceStatus) {
    let old = self.status
    self.status = status
    if since.monotonic != status.since { since = Moment(status.since) }
    judge()
    if old.state != status.state || old.url != status.url || old.device != status.device
      || old.reason != status.reason
    {
      changed(message)
    }
  }

  private func judge() {
    let wrong = condition
    for code in Self.codes where code != wrong { health.clear(code) }
    guard let wrong else { return }
    let reason = status.reason ?? ""
    let text: String =
      switch wrong {
      case .sourceLost: "\(status.url) is lost: \(reason)"
      case .noDevice: "\(status.url) has no receiver: \(reason)"
      default: reason
      }
    health.raise(wrong, text, hint: status.hint)
  }

  private static let codes: [HealthCode] = [
    .sourceLost, .noDevice, .noFix, .stale, .clock, .weekRollover,
  ]

  /// What the state means for health. No source at all, and a recording at its end, are what the user
  /// asked for; a frozen position is seen by detection, also in a recording.
  private var condition: HealthCode? {
    switch (status.state, status.trouble?.code) {
    case (_, .noSource), (_, .ended): nil
    case (.lost, _): .sourceLost
    case (.noDevice, _): .noDevice
    case (.noFix, _): .noFix
    case (.stale, _): .stale
    case (.fix, .clock): .clock
    case (.fix, .weekRollover): .weekRollover
    case (.fix, _), (.connecting, _): nil
    }
  }

  /// The state as a message.
  public var message: SourceMessage {
    SourceMessage(
      url: status.url, device: status.device, state: status.state.rawValue, reason: status.reason,
      since: since.date(), satellitesSeen: status.satellitesSeen,
      satellitesUsed: status.satellitesUsed, retrySeconds: status.retrySeconds)
  }
}
