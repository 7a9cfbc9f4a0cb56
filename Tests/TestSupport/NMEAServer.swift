import Foundation

/// A TCP server on a free port that gives a recording to whoever connects, once it is told to begin.
///
/// `@unchecked Sendable`: the recording is set before its thread starts; `start` is a semaphore.
public final class NMEAServer: @unchecked Sendable {
  /// Its port on the loopback address.
  public let port: Int
  private let listener: Int32
  private let recording: [UInt8]
  private let start = DispatchSemaphore(value: 0)

  /// A server of `recording`.
  public init(_ recording: String) {
    self.recording = Array(recording.utf8)
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
    Thread.detachNewThread { [self] in serve() }
  }

  /// Sends the recording to each connection, also to those made before: whoever waits long for a
  /// first byte connects anew.
  public func begin() { start.signal() }

  private func serve() {
    start.wait()
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      var rest = recording[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
    }
  }
}
