import Glibc

/// What systemd and the daemon tell each other: readiness, the watchdog, sockets passed at start.
///
/// The protocols of sd_notify(3) and sd_listen_fds(3) are a datagram and three variables, declared
/// stable there; spoken directly they save libsystemd and the compression libraries that it loads.
public struct ServiceManager: Sendable {
  /// A listening socket that systemd passed.
  public struct PassedSocket: Hashable, Sendable {
    /// The descriptor.
    public let descriptor: CInt
    /// `FileDescriptorName=` of the socket unit; by default the unit's name.
    public let name: String
  }

  private let notifyPath: String?
  /// Seconds within which the watchdog wants to hear; nil without one.
  public let watchdogSeconds: Double?
  /// Sockets passed at start.
  public let passedSockets: [PassedSocket]

  /// Reads the environment and removes what is in it for this process alone.
  public init() {
    notifyPath = Self.variable("NOTIFY_SOCKET")
    let isOurs = Self.variable("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
    watchdogSeconds =
      isOurs ? Self.variable("WATCHDOG_USEC").flatMap(Double.init).map { $0 / 1e6 } : nil
    passedSockets = Self.passed()
    for name in [
      "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS",
      "LISTEN_FDNAMES",
    ] {
      unsetenv(name)
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func passed() -> [PassedSocket] {
    guard variable("LISTEN_PID") == String(getpid()),
      let count = variable("LISTEN_FDS").flatMap(CInt.init), (1...16).contains(count)
    else { return [] }
    let names = (variable("LISTEN_FDNAMES") ?? "")
      .split(separator: ":", omittingEmptySubsequences: false)
    let first: CInt = 3
    return (0..<count).compactMap { index in
      let descriptor = first + index
      guard isListeningUnixStream(descriptor) else { return nil }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      return PassedSocket(
        descriptor: descriptor, name: Int(index) < names.count ? String(names[Int(index)]) : "")
    }
  }

  private static func isListeningUnixStream(_ descriptor: CInt) -> Bool {
    func option(_ name: CInt) -> CInt? {
      var value: CInt = 0
      var length = socklen_t(MemoryLayout<CInt>.size)
      return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
    return option(SO_DOMAIN) == AF_UNIX && option(SO_TYPE) == CInt(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN) == 1
  }

  /// Tells the service manager `state`, lines of `NAME=value`. Without one, or when it does not
  /// listen, nothing happens.
  public func notify(_ state: String) {
    guard let notifyPath, var address = Self.address(notifyPath) else { return }
    let descriptor = socket(
      AF_UNIX,
      CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(state.utf8)
    withUnsafePointer(to: &address.bytes) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL), $0, address.length)
      }
    }
  }

  /// sd_notify(3): a path, or `@name` in the abstract namespace.
  private static func address(_ path: String) -> (bytes: sockaddr_un, length: socklen_t)? {
    var name = Array(path.utf8)
    var address = sockaddr_un()
    guard !name.isEmpty, name.count < MemoryLayout.size(ofValue: address.sun_path) else {
      return nil
    }
    let isAbstract = name[0] == UInt8(ascii: "@")
    if isAbstract { name[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    return (address, socklen_t(offset + name.count + (isAbstract ? 0 : 1)))
  }

  /// Tells that the configuration is being read again; `READY=1` must follow.
  public func notifyReloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    notify("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }
}
