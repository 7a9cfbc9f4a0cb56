import EventLoop
import Glibc

/// A connected stream socket of the Unix domain.
final class UnixSocket {
  /// `sun_path` holds 108 bytes, the last a zero.
  static let maximumPathBytes = 107

  let descriptor: CInt

  /// Connects to the socket at `path`. Where the listener's queue is full the call waits for
  /// `seconds`; at 0 it fails with EAGAIN.
  init(path: String, waiting seconds: Double) throws(SystemError) {
    guard path.utf8.count <= Self.maximumPathBytes else {
      throw SystemError("connect", code: ENAMETOOLONG)
    }
    descriptor = try system("socket") {
      socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }
    // A wait for room in the listener's queue ends with the socket's sending time-out, unix(7).
    if seconds > 0 {
      var limit = timeval(
        tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
      setsockopt(
        descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    } else {
      setNonBlocking()
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result != 0 {
      let error = SystemError.last("connect")
      close(descriptor)
      throw error
    }
    setNonBlocking()
  }

  deinit { close(descriptor) }

  private func setNonBlocking() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Sends what the socket takes at once of `bytes`; how many.
  func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    do throws(SystemError) {
      return try system("send") {
        bytes.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
      }
    } catch {
      if error.code == EAGAIN { return 0 }
      throw error
    }
  }

  /// What has arrived, handed to `body`: true; nothing yet: nil; the other end closed: false.
  func receive(_ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) -> Bool? {
    do throws(SystemError) {
      return try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) {
        buffer -> Result<Bool, SystemError> in
        let count = Result { () throws(SystemError) in
          try system("recv") { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
        }
        return count.map { count in
          if count > 0 { body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
          return count > 0
        }
      }.get()
    } catch {
      if error.code == EAGAIN { return nil }
      throw error
    }
  }

  /// Waits until it can be read or, with `orWritten`, written; false when `deadline` comes first.
  func wait(orWritten: Bool, until deadline: MonotonicTime) -> Bool {
    while true {
      let left = deadline.seconds(since: .now)
      guard left > 0 else { return false }
      var entry = pollfd(
        fd: descriptor, events: Int16(orWritten ? POLLIN | POLLOUT : POLLIN), revents: 0)
      let count = poll(&entry, 1, CInt(min(left * 1000, 1e6).rounded(.up)))
      if count > 0 || (count < 0 && errno != EINTR) { return true }
    }
  }
}
