import EventLoop
import Glibc

/// The addresses of a host and port, as `getaddrinfo` finds them.
final class SocketAddresses {
  private let list: UnsafeMutablePointer<addrinfo>?

  /// Looks `host` up, which may block. `isPassive` for an address to receive at.
  init(
    host: String, port: UInt16, type: __socket_type, isPassive: Bool
  ) throws(ConnectionFailure) {
    var hints = addrinfo()
    hints.ai_socktype = CInt(type.rawValue)
    hints.ai_flags = AI_NUMERICSERV | (isPassive ? AI_PASSIVE : AI_ADDRCONFIG)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    guard code == 0 else {
      throw code == EAI_NONAME || code == EAI_AGAIN
        ? .unknownHost : .failed(String(cString: gai_strerror(code)))
    }
    list = found
  }

  deinit { freeaddrinfo(list) }

  /// Calls `body` with each address until it returns a value; `family` only with those of one family.
  func first<Result>(family: CInt? = nil, _ body: (addrinfo) -> Result?) -> Result? {
    var next = list
    while let address = next {
      if family == nil || family == address.pointee.ai_family, let result = body(address.pointee) {
        return result
      }
      next = address.pointee.ai_next
    }
    return nil
  }
}
