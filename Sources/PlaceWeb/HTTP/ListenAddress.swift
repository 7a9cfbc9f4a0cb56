import Configuration
import EventLoop
import Glibc

/// A TCP address to listen on, `127.0.0.1:8750` or `[::1]:8750`.
///
/// Names are not looked up: what they mean may change, and a listener must not.
struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// What this machine's page listens on when nothing else is set.
  static let standard = ListenAddress(host: "127.0.0.1", isIPv6: false, port: 8750)

  /// The address without brackets.
  let host: String
  let isIPv6: Bool
  /// The port; 0 for one that is free.
  let port: UInt16

  private init(host: String, isIPv6: Bool, port: UInt16) {
    self.host = host
    self.isIPv6 = isIPv6
    self.port = port
  }

  /// Reads an address and a port.
  init(parsing text: String) throws(SettingError) {
    guard let colon = text.lastIndex(of: ":") else { throw Self.notOne(text) }
    var host = text[..<colon]
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits) else {
      throw Self.notOne(text)
    }
    let isIPv6 = host.hasPrefix("[") && host.hasSuffix("]")
    if isIPv6 { host = host.dropFirst().dropLast() }
    guard Self.isAddress(String(host), isIPv6 ? AF_INET6 : AF_INET) else { throw Self.notOne(text) }
    self.init(host: String(host), isIPv6: isIPv6, port: port)
  }

  private static func notOne(_ text: String) -> SettingError {
    SettingError(
      "'\(text)' is no address to listen on: must be an IP address and a port",
      hint: "for example 127.0.0.1:8750, [::1]:8750, or 0.0.0.0:8750 for every network")
  }

  /// Whether `text` is a literal address of `family`.
  static func isAddress(_ text: String, _ family: CInt) -> Bool {
    var bytes = in6_addr()
    return inet_pton(family, text, &bytes) == 1
  }

  /// As it is written.
  var description: String { (isIPv6 ? "[\(host)]" : host) + ":\(port)" }

  /// Whether it is reached from this machine only.
  var isLoopback: Bool { isIPv6 ? host == "::1" : host.hasPrefix("127.") }

  /// Whether it stands for all addresses of this machine.
  var isWildcard: Bool { host == (isIPv6 ? "::" : "0.0.0.0") }

  /// A listening socket, and the address that it is bound to.
  func listen() throws(SystemError) -> (descriptor: CInt, address: ListenAddress) {
    let descriptor = try system("socket") {
      socket(
        isIPv6 ? AF_INET6 : AF_INET,
        CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    }
    do throws(SystemError) {
      var yes: CInt = 1
      // Else a restart would fail for as long as closed connections linger.
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
      let bound = isIPv6 ? try bindIPv6(descriptor) : try bindIPv4(descriptor)
      try system("listen") { Glibc.listen(descriptor, 128) }
      return (descriptor, ListenAddress(host: host, isIPv6: isIPv6, port: bound))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private func bindIPv4(_ descriptor: CInt) throws(SystemError) -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    try Self.bind(descriptor, &address)
    return UInt16(bigEndian: address.sin_port)
  }

  private func bindIPv6(_ descriptor: CInt) throws(SystemError) -> UInt16 {
    var yes: CInt = 1
    // Each family is listened on by an address of its own.
    setsockopt(
      descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &yes,
      socklen_t(MemoryLayout<CInt>.size))
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    inet_pton(AF_INET6, host, &address.sin6_addr)
    try Self.bind(descriptor, &address)
    return UInt16(bigEndian: address.sin6_port)
  }

  /// Binds to `address` and writes back what it is bound to.
  private static func bind<Address>(
    _ descriptor: CInt, _ address: inout Address
  ) throws(SystemError) {
    var length = socklen_t(MemoryLayout<Address>.size)
    let failure: SystemError? = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        if Glibc.bind(descriptor, pointer, length) != 0 { return .last("bind") }
        return getsockname(descriptor, pointer, &length) != 0 ? .last("getsockname") : nil
      }
    }
    if let failure { throw failure }
  }
}
