import EventLoop
import Glibc

/// Makes TCP connections.
enum TCPConnection {
  /// Longest wait for one address, in milliseconds.
  private static let patienceMilliseconds: CInt = 5000

  /// Connects to `host`: a descriptor that does not block. Itself blocks, therefore never on the
  /// loop's thread.
  static func open(host: String, port: UInt16) -> Result<CInt, ConnectionFailure> {
    do throws(ConnectionFailure) {
      let addresses = try SocketAddresses(
        host: host, port: port, type: SOCK_STREAM, isPassive: false)
      var failure = ConnectionFailure.unknownHost
      let descriptor: CInt? = addresses.first { address in
        do throws(ConnectionFailure) {
          return try connect(to: address)
        } catch {
          failure = error
          return nil
        }
      }
      guard let descriptor else { throw failure }
      return .success(descriptor)
    } catch {
      return .failure(error)
    }
  }

  private static func connect(to address: addrinfo) throws(ConnectionFailure) -> CInt {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, type, 0)
    guard descriptor >= 0 else { throw .failed(SystemError.last("socket").description) }
    var code: CInt = 0
    if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
      code = errno
      if code == EINPROGRESS { code = outcome(of: descriptor) }
    }
    guard code == 0 else {
      close(descriptor)
      switch code {
      case ECONNREFUSED: throw .refused
      case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH: throw .notAnswering
      default: throw .failed(SystemError("connect", code: code).reason)
      }
    }
    return descriptor
  }

  /// Waits for a connection that is under way; its `errno`, 0 when it is made.
  private static func outcome(of descriptor: CInt) -> CInt {
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let count = poll(&wait, 1, patienceMilliseconds)
    guard count > 0 else { return count == 0 ? ETIMEDOUT : errno }
    var code: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return errno }
    return code
  }
}
