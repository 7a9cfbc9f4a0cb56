import Glibc

/// Many subscribers of one daemon, read by one thread.
final class Subscribers {
  private var entries: [pollfd] = []
  /// Lines that each has received.
  private var lines: [Int] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// `reads`: false for those that take nothing of what they are told.
  init(_ count: Int, of socketPath: String, topic: String, reads: Bool = true) throws {
    let request = Array(
      (#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"events":["\#(topic)"]}}"#
        + "\n").utf8)
    for index in 0..<count {
      guard let descriptor = UnixAddress.connected(socketPath) else {
        throw BenchError("connection \(index + 1) was refused")
      }
      entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
        throw BenchError("a subscription could not be sent")
      }
    }
    lines = Array(repeating: 0, count: count)
    if reads { try wait(forLines: 1) }
  }

  deinit { for entry in entries { close(entry.fd) } }

  /// Reads until each has received this many lines in all; at once if it has.
  func wait(forLines wanted: Int) throws {
    let deadline = Stopwatch.now + 20
    while lines.contains(where: { $0 < wanted }) {
      guard Stopwatch.now < deadline else { throw BenchError("subscribers were not told") }
      _ = try take(within: 1000)
    }
  }

  /// Reads until nothing arrives for so many milliseconds; how many lines the first has in all.
  func settle(within milliseconds: Int32) throws -> Int {
    while try take(within: milliseconds) {}
    return lines.first ?? 0
  }

  /// Reads what has arrived; whether anything had.
  private func take(within milliseconds: Int32) throws -> Bool {
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return false }
    for index in entries.indices where entries[index].revents != 0 {
      let received = recv(entries[index].fd, &buffer, buffer.count, 0)
      guard received > 0 else { throw BenchError("a subscriber was disconnected") }
      buffer[..<received].withUnsafeBufferPointer { bytes in
        for byte in bytes where byte == 0x0A { lines[index] += 1 }
      }
    }
    return true
  }
}
