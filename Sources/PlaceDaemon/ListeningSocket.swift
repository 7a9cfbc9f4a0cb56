import EventLoop
import Glibc

/// A Unix stream socket that takes connections: made here, or passed by systemd.
public final class ListeningSocket {
  /// The descriptor, non-blocking.
  let descriptor: CInt
  /// The socket's file; nil where it has none, as in the abstract namespace.
  private let path: String?
  /// The file that this socket made and removes; nil for a passed one.
  private var file: (device: UInt, inode: UInt)?
  /// Connections through it may get manage.
  let grantsManage: Bool

  /// A socket that systemd made, and keeps. Its file gets the permission bits `mode` where it belongs
  /// to this process's user.
  public init(passed descriptor: CInt, mode: UInt32, grantsManage: Bool) {
    self.descriptor = descriptor
    self.grantsManage = grantsManage
    path = UnixAddress(boundTo: descriptor)?.path
    setMode(mode)
  }

  /// Makes the socket file `path` with the permission bits `mode`. A file that a dead daemon left is
  /// replaced; one that somebody listens on, or that is no socket, never.
  public init(path: String, mode: UInt32, grantsManage: Bool) throws(DaemonError) {
    guard let address = UnixAddress(path) else {
      throw DaemonError(
        .socket, "'\(path)' is no path for a socket",
        hint: "it must have \(UnixAddress.longestPath) bytes at most")
    }
    // Of two daemons that start at once one waits here, and then finds the other alive.
    let folder = try Self.lockFolder(of: path)
    defer { close(folder) }
    descriptor = socket(
      AF_UNIX,
      CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure("socket", path) }
    self.path = path
    self.grantsManage = grantsManage
    do throws(DaemonError) {
      try Self.removeStale(path, address)
      // The file has its permissions from its first moment on.
      let previous = umask(mode_t(~mode & 0o777))
      let result = address.withPointer { bind(descriptor, $0, $1) }
      let failure = Self.failure("bind", path)
      umask(previous)
      guard result == 0 else { throw failure }
      var status = stat()
      if lstat(path, &status) == 0 { file = (UInt(status.st_dev), UInt(status.st_ino)) }
      guard listen(descriptor, 1024) == 0 else { throw Self.failure("listen", path) }
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Changes the permission bits of the socket's file.
  func setMode(_ mode: UInt32) {
    if let path { chmod(path, mode_t(mode)) }
  }

  /// Removes the file, when it is still this socket's, and closes the socket.
  func shutDown() {
    if let path, let file {
      var status = stat()
      if lstat(path, &status) == 0, UInt(status.st_dev) == file.device,
        UInt(status.st_ino) == file.inode
      {
        unlink(path)
      }
    }
    close(descriptor)
  }

  private static func lockFolder(of path: String) throws(DaemonError) -> CInt {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw DaemonError(
        .socket, "the folder of '\(path)' cannot be opened: \(String(cString: strerror(errno)))",
        hint: "make it, or name another socket with --socket")
    }
    flock(descriptor, LOCK_EX)
    return descriptor
  }

  private static func removeStale(
    _ path: String, _ address: UnixAddress
  ) throws(DaemonError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw DaemonError(
        .socket, "'\(path)' is there and is no socket", hint: "name another with --socket")
    }
    let probe = socket(
      AF_UNIX,
      CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard probe >= 0 else { throw failure("socket", path) }
    defer { close(probe) }
    guard address.withPointer({ connect(probe, $0, $1) }) != 0 else { throw alive(path) }
    switch errno {
    case ECONNREFUSED:
      guard unlink(path) == 0 else { throw failure("unlink", path) }
    case EAGAIN: throw alive(path)
    case ENOENT: break
    default: throw failure("connect", path)
    }
  }

  private static func alive(_ path: String) -> DaemonError {
    DaemonError(
      .alreadyRunning, "another placed answers at '\(path)'",
      hint: "stop it, or name another socket with --socket")
  }

  private static func failure(_ call: String, _ path: String) -> DaemonError {
    let error = SystemError.last(call)
    let hint =
      error.code == EACCES || error.code == EPERM || error.code == EROFS
      ? "this user may not make it; name another with --socket" : nil
    return DaemonError(
      .socket, "the socket '\(path)' cannot be made: \(error.reason) (\(call))", hint: hint)
  }
}
