import Foundation

/// TCP ports of the loopback address that nobody listens on.
enum FreePort {
  struct NoPort: Error {}

  private static func withSocket<Result>(
    port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// A port that was free a moment ago.
  static func take() throws -> Int {
    let port: UInt16? = withSocket(port: 0) { descriptor, address, length in
      guard bind(descriptor, address, length) == 0 else { return nil }
      var bound = sockaddr_in()
      var size = length
      let result = withUnsafeMutablePointer(to: &bound) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
      }
      return result == 0 ? UInt16(bigEndian: bound.sin_port) : nil
    }
    guard let port else { throw NoPort() }
    return Int(port)
  }

  static func isListening(_ port: Int) -> Bool {
    withSocket(port: UInt16(port)) { connect($0, $1, $2) == 0 }
  }
}

/// Takes all rights to a file from everybody but its owner.
func chmodOnlyOwner(_ path: String) -> Bool { chmod(path, 0o600) == 0 }
