import Foundation

/// A service manager's end of sd_notify(3): takes everything a program tells, at once, since
/// the program waits where the kernel's queue of ten datagrams is full.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class NotifySocket: @unchecked Sendable {
  private let descriptor: Int32
  private let lock = NSLock()
  private var received: [String] = []
  private var isOver = false

  /// Makes the socket file `path`; nil with errno.
  init?(path: String) {
    unlink(path)
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = descriptor
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    Thread.detachNewThread { [self] in receive() }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      let isOver = lock.withLock {
        if count > 0 { received.append(text) }
        return self.isOver
      }
      if isOver || count < 0 { break }
    }
    close(descriptor)
  }

  /// Everything that was told, in order.
  var all: [String] { lock.withLock { received } }

  /// Ends the thread and closes the socket.
  func end() {
    lock.withLock { isOver = true }
    shutdown(descriptor, Int32(SHUT_RD))
  }
}
