import EventLoop
import Glibc
import JSON
import PlaceProtocol

/// A short talk over TCP, each step within a time.
final class TCPProbe {
  /// gpsd's answers are far shorter.
  private static let maximumLineBytes = 65_536

  private let descriptor: CInt
  private let deadline: MonotonicTime
  private var framer = LineFramer(maximumBytes: maximumLineBytes)

  /// Connects to one of the addresses of `host`, all within `timeout` seconds, but for the time that
  /// finding the addresses takes.
  init(host: String, port: UInt16, timeout: Double) throws(SystemError) {
    deadline = MonotonicTime.now.advanced(bySeconds: timeout)
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0 else {
      throw SystemError("getaddrinfo", code: EHOSTUNREACH)
    }
    defer { freeaddrinfo(list) }
    var failure = SystemError("connect", code: EHOSTUNREACH)
    var next = list
    while let address = next?.pointee {
      do throws(SystemError) {
        descriptor = try Self.connect(to: address, until: deadline)
        return
      } catch {
        failure = error
      }
      next = address.ai_next
    }
    throw failure
  }

  deinit { close(descriptor) }

  private static func connect(
    to address: addrinfo, until deadline: MonotonicTime
  ) throws(SystemError) -> CInt {
    let descriptor = try system("socket") {
      socket(
        address.ai_family,
        CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }
    var code = Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno
    if code == EINPROGRESS {
      code = ETIMEDOUT
      if wait(descriptor, for: POLLOUT, until: deadline) {
        var length = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw SystemError("connect", code: code)
    }
    return descriptor
  }

  private static func wait(
    _ descriptor: CInt, for events: CInt, until deadline: MonotonicTime
  ) -> Bool {
    let left = deadline.seconds(since: .now)
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return left > 0 && poll(&entry, 1, CInt((left * 1000).rounded(.up))) > 0
  }

  /// Sends a short line.
  func send(_ text: String) throws(SystemError) {
    try system("send") {
      Array(text.utf8).withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
    }
  }

  /// The next line that is a JSON object whose member `class` is `kind`; nil where something else
  /// talks there.
  func object(of kind: String) throws(SystemError) -> JSONValue? {
    while true {
      while let line = framer.next({ Array($0) }) {
        guard let value = try? JSONValue(parsing: line) else { return nil }
        if value["class"]?.string == kind { return value }
      }
      guard framer.state != .tooLong else { return nil }
      guard Self.wait(descriptor, for: POLLIN, until: deadline) else {
        throw SystemError("recv", code: ETIMEDOUT)
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = try system("recv") { recv(descriptor, &buffer, buffer.count, 0) }
      guard count > 0 else { return nil }
      buffer.prefix(count).withUnsafeBytes { framer.append($0) }
    }
  }
}
