import EventLoop
import Glibc
import PlaceProtocol

/// The sockets that clients come through.
extension Daemon {
  func openSockets(_ server: SocketServer) throws(DaemonError) {
    if options.socketPath == nil, !manager.passedSockets.isEmpty {
      for passed in manager.passedSockets {
        sockets.append(
          ListeningSocket(
            passed: passed.descriptor, mode: settings.socketMode,
            grantsManage: passed.name != "client"))
      }
    } else {
      let path = options.socketPath ?? DefaultPaths.socket
      if options.socketPath == nil { DefaultPaths.makeFolder(of: path) }
      sockets.append(
        try ListeningSocket(path: path, mode: settings.socketMode, grantsManage: true))
    }
    for socket in sockets { try listen(server, socket) }
    try openClientSocket(server)
  }

  private func listen(_ server: SocketServer, _ socket: ListeningSocket) throws(DaemonError) {
    do throws(SystemError) {
      try server.listen(on: socket)
    } catch {
      throw DaemonError(.system, "the socket cannot be watched: \(error)")
    }
  }

  func openClientSocket(_ server: SocketServer) throws(DaemonError) {
    guard client?.path != settings.clientSocketPath else { return }
    if let old = client { server.stopListening(on: old.socket) }
    client = nil
    guard let path = settings.clientSocketPath else { return }
    let socket = try ListeningSocket(path: path, mode: settings.socketMode, grantsManage: false)
    try listen(server, socket)
    client = (path, socket)
  }

  /// A thousand clients and more are served; the soft limit of 1 024 is for programs that use select.
  func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = rlim_t(ServerLimits().connections + 256)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(limit.rlim_max, wanted)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
