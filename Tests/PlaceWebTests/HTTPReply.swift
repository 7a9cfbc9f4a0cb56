import Foundation
import JSON

/// One request on a connection of its own, written byte by byte: what no polite client would send
/// must be possible.
struct HTTPReply {
  let status: Int
  /// By name in lower case; of doubles the last.
  let headers: [String: String]
  let body: [UInt8]

  struct Failure: Error {}

  init(
    port: Int, _ method: String, _ path: String, headers: [String: String] = [:], body: String = ""
  ) throws {
    var fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"].merging(headers) { $1 }
    if !body.isEmpty { fields["Content-Length"] = String(body.utf8.count) }
    let lines = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
    let connection = try HTTPConnection(port: port)
    connection.send("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body)")
    let bytes = connection.readToEnd()
    let mark = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
      throw Failure()
    }
    let head = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    status = Int(head[0].split(separator: " ")[1]) ?? 0
    var found: [String: String] = [:]
    for line in head.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      found[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    self.headers = found
    self.body = Array(bytes[(end + 4)...])
  }

  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONValue? { try? JSONValue(parsing: body) }
}

/// A TCP connection to the page's server.
final class HTTPConnection {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw HTTPReply.Failure() }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    _ = Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }

  /// What has come, waited for; empty at the end.
  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(0, count)))
  }

  func readToEnd() -> [UInt8] {
    var bytes: [UInt8] = []
    while case let piece = read(), !piece.isEmpty { bytes += piece }
    return bytes
  }
}
