import Glibc

/// A receiver on a TCP port of this machine: what is written goes to the one that connected.
final class ReceiverStream {
  let port: Int
  private let listener: Int32
  private var connection: Int32 = -1

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isOpen else { throw BenchError("no TCP port: \(String(cString: strerror(errno)))") }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    if connection >= 0 { close(connection) }
    close(listener)
  }

  /// Writes all of it, waiting for a connection and for room.
  func send(_ bytes: [UInt8]) throws {
    if connection < 0 {
      connection = accept(listener, nil, nil)
      var on: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw BenchError("the daemon closed its source") }
      rest = rest.dropFirst(count)
    }
  }
}
