import Foundation

/// A TCP server on a free port that greets, and answers each line with a list of devices.
final class FakeGPSD {
  let port: Int
  private let listener: Int32

  init(greeting: String, devices: String) {
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
    Thread.detachNewThread { Self.serve(listener, greeting, devices) }
  }

  deinit { stop() }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func serve(_ listener: Int32, _ greeting: String, _ devices: String) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      send(greeting, connection)
      var buffer = [UInt8](repeating: 0, count: 1024)
      while read(connection, &buffer, buffer.count) > 0 { send(devices, connection) }
      close(connection)
    }
    close(listener)
  }

  private static func send(_ text: String, _ connection: Int32) {
    _ = Array(text.utf8).withUnsafeBytes {
      Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }
}
