import Glibc

/// Whether the service manager's queue has room for another message.
///
/// sd_notify(3) waits where it has none, and who listens may long be busy with something else, or
/// listen for the first message only: a service that waits for its log is dead. The kernel tells of a
/// connected socket whether the other end's queue is full.
final class NotifyQueue {
  private let descriptor: CInt

  /// The queue of `$NOTIFY_SOCKET`; nil where there is none.
  init?(path: String) {
    var address = sockaddr_un()
    var bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      return nil
    }
    // In the abstract namespace, unix(7).
    let isAbstract = bytes[0] == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let length = socklen_t(offset + bytes.count + (isAbstract ? 0 : 1))
    descriptor = socket(
      AF_UNIX,
      CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, length)
      }
    }
    guard descriptor >= 0, result == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Another message would be taken at once.
  var hasRoom: Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1 && poll.revents & Int16(POLLOUT) != 0
  }
}
