import Glibc

/// The address of a Unix socket: a path, or `@name` in the abstract namespace.
struct UnixAddress {
  private var address = sockaddr_un()
  private var length: socklen_t

  /// Longest path in bytes.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Nil when the path is empty or too long.
  init?(_ path: String) {
    var bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.longestPath else { return nil }
    let isAbstract = bytes[0] == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    length = socklen_t(offset + bytes.count + (isAbstract ? 0 : 1))
  }

  /// The address that `descriptor` is bound to; nil where it is bound to none.
  init?(boundTo descriptor: CInt) {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    self.address = address
    self.length = length
  }

  /// The socket's file; nil in the abstract namespace and where there is no name.
  var path: String? {
    withUnsafeBytes(of: address.sun_path) { bytes in
      let name = bytes.prefix { $0 != 0 }
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
  }

  func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
