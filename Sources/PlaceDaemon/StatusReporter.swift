import EventLoop
import Glibc
import PlaceProtocol

/// Gathers what `status` tells.
public final class StatusReporter {
  let version: String
  private let startedAt = MonotonicTime.now
  private let tracker: Tracker
  private let monitor: SourceMonitor
  private let health: HealthRegistry
  /// Connections that are told of events.
  public var subscriberCount: () -> Int = { 0 }

  /// A reporter; the time of its making is the daemon's start.
  public init(version: String, tracker: Tracker, monitor: SourceMonitor, health: HealthRegistry) {
    self.version = version
    self.tracker = tracker
    self.monitor = monitor
    self.health = health
  }

  /// The state of the source.
  var source: SourceMessage { monitor.message }

  /// How the daemon does. `withHistory`: also the last changes of health.
  func message(withHistory: Bool) -> StatusMessage {
    StatusMessage(
      version: version, uptimeSeconds: MonotonicTime.now.seconds(since: startedAt),
      memoryKibibytes: Self.residentKibibytes, source: source, fix: try? tracker.fixMessage(),
      filter: tracker.filter, places: tracker.placeCount, current: tracker.currentMessage,
      selected: (try? tracker.selectionMessage()) ?? nil, visit: tracker.openVisitMessage,
      subscribers: subscriberCount(), health: health.current,
      history: withHistory ? health.history : nil)
  }

  /// Resident memory, from proc_pid_statm(5).
  private static var residentKibibytes: Int? {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    let fields = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * sysconf(CInt(_SC_PAGESIZE)) / 1024
  }
}
