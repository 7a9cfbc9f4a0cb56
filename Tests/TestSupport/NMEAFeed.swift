import Foundation

/// A receiver on the loopback address that says what a test lets it say, when it does.
public final class NMEAFeed {
  /// Its port.
  public let port: Int
  private let listener: Int32
  private var connection: Int32 = -1

  /// A receiver that nobody listens to yet.
  public init() {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        precondition(bind(listener, address, length) == 0 && listen(listener, 8) == 0)
        getsockname(listener, address, &length)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    hangUp()
    close(listener)
  }

  /// The arguments that make a daemon listen to it.
  public var arguments: [String] { ["--source", "tcp://127.0.0.1:\(port)"] }

  /// Says `text` to who connected, or will; false when nobody takes it.
  @discardableResult
  public func say(_ text: String) -> Bool {
    if connection < 0 {
      var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard Foundation.poll(&poll, 1, 20_000) == 1 else { return false }
      connection = accept(listener, nil, nil)
    }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends the connection; the next one to listen is another.
  public func hangUp() {
    if connection >= 0 { close(connection) }
    connection = -1
  }
}
