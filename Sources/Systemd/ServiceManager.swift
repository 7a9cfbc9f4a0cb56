import CSystemd
import Glibc

/// What systemd and a service tell each other: readiness, the watchdog, sockets passed at start.
///
/// Started by hand, or by another manager, nothing is told and nothing was passed.
public final class ServiceManager {
  /// A listening socket that systemd passed.
  public struct PassedSocket: Hashable, Sendable {
    /// The descriptor, non-blocking and close-on-exec.
    public let descriptor: CInt
    /// `FileDescriptorName=` of the socket unit; by default the unit's name.
    public let name: String
  }

  /// Seconds within which the watchdog wants to hear; nil without one.
  public let watchdogSeconds: Double?
  /// Listening Unix stream sockets passed at start; others that came with them are left alone.
  public let passedSockets: [PassedSocket]
  private let queue: NotifyQueue?
  private let send: (String) -> Bool
  /// The last status text told.
  private var status: String?

  /// Asks the environment, and removes from it what is for this process alone. Once in a process,
  /// before it has a second thread.
  public init() {
    var microseconds: UInt64 = 0
    watchdogSeconds =
      sd_watchdog_enabled(1, &microseconds) > 0 ? Double(microseconds) / 1e6 : nil
    passedSockets = Self.passed()
    queue = getenv("NOTIFY_SOCKET").flatMap { NotifyQueue(path: String(cString: $0)) }
    send = { sd_notify(0, $0) > 0 }
  }

  /// A manager that `send` tells, for tests.
  init(queue: NotifyQueue?, send: @escaping (String) -> Bool) {
    watchdogSeconds = nil
    passedSockets = []
    self.queue = queue
    self.send = send
  }

  /// True when the message was handed over; false without a manager, or one that does not listen.
  @discardableResult
  private func notify(_ message: String) -> Bool {
    queue?.hasRoom == true && send(message)
  }

  private static func passed() -> [PassedSocket] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count > 0 else { return [] }
    defer {
      for index in 0..<Int(count) { free(names?[index]) }
      free(names)
    }
    return (0..<Int(count)).compactMap { index in
      let descriptor = SD_LISTEN_FDS_START + CInt(index)
      guard sd_is_socket_unix(descriptor, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
        return nil
      }
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      return PassedSocket(
        descriptor: descriptor, name: names?[index].map { String(cString: $0) } ?? "")
    }
  }

  /// Tells that the service is ready, at start or after it read its configuration again.
  public func ready(status: String) {
    self.status = status
    notify("READY=1\nSTATUS=\(status)")
  }

  /// Tells that the configuration is being read again; `ready` must follow.
  public func reloading() {
    // Type=notify-reload compares it with the time of its signal; sd_notify(3) names the clock.
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    notify("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  /// Tells that the service is about to end.
  public func stopping() { notify("STOPPING=1") }

  /// Tells how the service does, one line, where it is not what was told last. `systemctl status`
  /// shows it to everybody: no position is ever in it.
  public func tell(status: String) {
    guard status != self.status else { return }
    if notify("STATUS=\(status)") { self.status = status }
  }

  /// Tells the watchdog that the service lives. To be called from the loop whose life is meant, at
  /// least twice in `watchdogSeconds`.
  public func feedWatchdog() { notify("WATCHDOG=1") }
}
