import Glibc

/// A client's end of a Unix stream socket: sends bytes, gives lines. Nothing in it waits but `line`.
public final class LineSocket {
  /// The descriptor, non-blocking.
  public let descriptor: CInt
  private var buffer: [UInt8] = []
  /// The other end sends no more.
  public private(set) var isAtEnd = false

  /// Connects to `path`; nil when nobody answers, with errno.
  public init?(path: String) {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    precondition(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Takes over a connected descriptor.
  public init(descriptor: CInt) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Sends what the socket takes; how many bytes, 0 when it is full, -1 when it is broken.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    let count = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    return count < 0 && errno == EAGAIN ? 0 : count
  }

  /// Sends a line; it must fit.
  public func send(line: String) {
    let count = send(Array((line + "\n").utf8))
    precondition(count == line.utf8.count + 1, "the line did not fit into the socket")
  }

  /// Says that no more will be sent.
  public func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Reads what is there, at most `limit` bytes; how many.
  @discardableResult
  public func receive(limit: Int = 1 << 16) -> Int {
    var chunk = [UInt8](repeating: 0, count: limit)
    let count = recv(descriptor, &chunk, limit, 0)
    if count > 0 { buffer += chunk[..<count] }
    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { isAtEnd = true }
    return max(0, count)
  }

  /// The next line that was received whole, without its end.
  public func takeLine() -> String? {
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: buffer[..<end], as: UTF8.self)
    buffer.removeSubrange(...end)
    return line
  }

  /// The next line, waited for; nil at the end of the stream or after `seconds`.
  public func line(within seconds: Double = 20) -> String? {
    var start = timespec()
    clock_gettime(CLOCK_MONOTONIC, &start)
    while true {
      if let line = takeLine() { return line }
      if isAtEnd { return nil }
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let left =
        seconds - Double(now.tv_sec - start.tv_sec) - Double(now.tv_nsec - start.tv_nsec) / 1e9
      guard left > 0 else { return nil }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = Glibc.poll(&poll, 1, CInt(left * 1000) + 1)
      receive()
    }
  }
}
