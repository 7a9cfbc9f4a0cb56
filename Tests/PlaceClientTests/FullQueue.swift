import Glibc

@testable import PlaceClient

/// A socket that nobody accepts connections of, its queue full.
final class FullQueue {
  private let listener: Int32
  private var waiting: UnixSocket?

  init(path: String) {
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(bound == 0 && listen(listener, 0) == 0, "cannot listen: \(errno)")
    waiting = try? UnixSocket(path: path, waiting: 0)
    precondition(waiting != nil)
  }

  deinit { close(listener) }
}
