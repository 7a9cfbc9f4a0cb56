import Glibc

/// Which hosts a request may name, so that a name on the internet that is made to mean this machine
/// (DNS rebinding) opens nothing.
///
/// The address that is listened on, names of this machine alone, and names that the configuration
/// lists. A literal address cannot be made to mean another machine, so a listener on all addresses
/// takes every one. The port does not matter: a tunnel has its own.
struct HostRule: Sendable {
  /// The address that is listened on.
  let address: ListenAddress
  /// `[web] host`.
  let names: [String]

  /// Whether a `Host` header is one of ours.
  func permits(host header: String?) -> Bool {
    guard let header, let host = Self.host(of: header) else { return false }
    if names.contains(where: { $0.lowercased() == host }) { return true }
    if host == "localhost" || host.hasSuffix(".localhost") {
      return address.isLoopback || address.isWildcard
    }
    if host == address.host.lowercased() { return true }
    let isIPv6 = host.contains(":")
    guard ListenAddress.isAddress(host, isIPv6 ? AF_INET6 : AF_INET) else { return false }
    if address.isWildcard { return true }
    return address.isLoopback && (isIPv6 ? host == "::1" : host.hasPrefix("127."))
  }

  /// Whether an `Origin` header, where there is one, is the page's own: that of the host asked for.
  func permits(origin: String?, host: String?) -> Bool {
    guard let origin else { return true }
    guard let host = host?.lowercased() else { return false }
    return ["http://" + host, "https://" + host].contains(origin.lowercased())
  }

  /// The host without its port, brackets and case; nil when it is none.
  private static func host(of header: String) -> String? {
    let text = header.lowercased()
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || isPort(rest) else { return nil }
      return String(text[text.index(after: text.startIndex)..<end])
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return nil }
    guard parts.count == 1 || isPort(":" + parts[1]) else { return nil }
    return String(host)
  }

  private static func isPort(_ text: some StringProtocol) -> Bool {
    text.hasPrefix(":") && UInt16(text.dropFirst()) != nil
  }
}
