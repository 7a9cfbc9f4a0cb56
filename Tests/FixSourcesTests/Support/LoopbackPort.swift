import Glibc

/// Ports of this machine for tests.
enum LoopbackPort {
  /// A port that nobody listens on, neither TCP nor UDP.
  static func free() -> UInt16 {
    while true {
      let datagram = Socket(type: SOCK_DGRAM, port: 0)
      let port = datagram.port
      let stream = Socket(type: SOCK_STREAM, port: port)
      if stream.isBound { return port }
    }
  }

  /// Whether somebody listens on a TCP port.
  static func isOpen(_ port: UInt16) -> Bool {
    let probe = Socket(type: SOCK_STREAM)
    return probe.connect(to: port)
  }
}

/// A socket on 127.0.0.1, closed with the object.
final class Socket {
  let descriptor: CInt
  private(set) var isBound = false

  init(type: __socket_type, port: UInt16? = nil) {
    descriptor = socket(AF_INET, CInt(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard let port else { return }
    var on: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
    isBound = withAddress(port) { bind(descriptor, $0, $1) == 0 }
  }

  init(adopting descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  private func withAddress<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// The port it is bound to.
  var port: UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Connects, or sets where datagrams go.
  func connect(to port: UInt16) -> Bool {
    withAddress(port) { Glibc.connect(descriptor, $0, $1) == 0 }
  }

  /// Sends text, whatever becomes of it.
  func send(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }
}
