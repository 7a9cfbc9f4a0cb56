import Foundation

/// A TCP listener on a free port of the loopback address.
public final class LoopbackListener: Sendable {
  /// The port.
  public let port: Int
  private let descriptor: Int32

  /// Listens from now on.
  public init() {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        precondition(bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0)
        getsockname(descriptor, address, &length)
      }
    }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  /// The next connection, the caller's to close; nil when none came within `milliseconds`, -1 for no
  /// bound, or the listener was stopped.
  public func accept(within milliseconds: Int32 = -1) -> Int32? {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, milliseconds) == 1 else { return nil }
    let connection = Foundation.accept(descriptor, nil, nil)
    return connection < 0 ? nil : connection
  }

  /// Lets nobody connect any more, and whoever waits in `accept` go.
  public func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends all of `bytes`; false when the other end took no more.
  public static func send(_ bytes: some Sequence<UInt8>, to connection: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
