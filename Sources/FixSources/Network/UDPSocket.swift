import CLinux
import EventLoop
import Glibc

/// Receives datagrams at an address: one of this machine, all of them, or a multicast group.
enum UDPSocket {
  /// Opens a socket that does not block. Looking up the host may, therefore never on the loop's thread.
  static func open(host: String, port: UInt16) -> Result<CInt, ConnectionFailure> {
    do throws(ConnectionFailure) {
      let addresses = try SocketAddresses(host: host, port: port, type: SOCK_DGRAM, isPassive: true)
      var failure = ConnectionFailure.unknownHost
      func listen(at address: addrinfo) -> CInt? {
        do throws(ConnectionFailure) {
          return try open(address)
        } catch {
          failure = error
          return nil
        }
      }
      // A name may stand for addresses of both families. Whoever sends NMEA sends IPv4.
      let descriptor = addresses.first(family: AF_INET, listen) ?? addresses.first(listen)
      guard let descriptor else { throw failure }
      return .success(descriptor)
    } catch {
      return .failure(error)
    }
  }

  private static func open(_ address: addrinfo) throws(ConnectionFailure) -> CInt {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, type, 0)
    guard descriptor >= 0 else { throw .failed(SystemError.last("socket").description) }
    let isMulticast = placed_is_multicast(address.ai_addr) != 0
    var on: CInt = 1
    // Several programs may listen to a group; an address belongs to one.
    if isMulticast {
      setsockopt(
        descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
    }
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      !isMulticast || placed_join_multicast(descriptor, address.ai_addr) == 0
    else {
      let error = SystemError.last("bind")
      close(descriptor)
      throw .failed(error.reason)
    }
    return descriptor
  }
}
