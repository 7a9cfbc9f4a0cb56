import EventLoop
import Glibc

/// Words for a socket that could not be connected to.
enum ConnectFailure {
  static func error(_ socket: SocketPath, code: CInt) -> ClientError {
    let path = socket.path
    switch code {
    case ENOENT:
      let places = socket.searched.joined(separator: " nor ")
      return ClientError(
        .notRunning,
        socket.searched.count > 1
          ? "placed is not running: there is neither \(places)"
          : "placed is not running: there is no \(places)", hint: start)
    case ECONNREFUSED:
      return ClientError(
        .notRunning, "placed is not running: nobody listens on \(path)", hint: start)
    case ENOTDIR, ENOTSOCK, EPROTOTYPE:
      return ClientError(
        .unreachable, "\(path) is no socket of placed",
        hint: "--socket takes the path that placed was started with")
    case EACCES, EPERM:
      return ClientError(
        .denied, "this user may not connect to \(path)",
        hint: UserGroups.current.stepsTowards(GroupAccess.group) ?? GroupAccess.configuration)
    case ENAMETOOLONG:
      return ClientError(
        .unreachable,
        "\(path) is too long for a socket: must have \(UnixSocket.maximumPathBytes) "
          + "bytes at most")
    case EAGAIN, EINPROGRESS, ETIMEDOUT:
      return noAnswer(path: path)
    default:
      return ClientError(
        .unreachable, "\(path): \(SystemError("connect", code: code).reason)",
        hint: "placectl doctor looks for the reason")
    }
  }

  /// Connected, or in the queue of connections, and no answer.
  static func noAnswer(path: String, after seconds: Double? = nil) -> ClientError {
    let time = seconds.map { " within \(Int($0.rounded(.up))) s" } ?? ""
    return ClientError(
      .timedOut, "placed listens on \(path), but does not answer\(time)",
      hint: isSystemd
        ? "journalctl -u placed -e shows what it does; sudo systemctl restart placed"
        : "it may be stopped or hung: look at the process and restart it")
  }

  static let notConnected = ClientError(.lost, "not connected to placed at present")
  static let tooManyCalls = ClientError(
    .lost, "more than \(PlaceSubscriber.maximumCalls) calls wait for an answer")

  static var start: String {
    isSystemd
      ? "sudo systemctl start placed; if it does not stay: journalctl -u placed -e"
      : "start it: placed --source URL; see placed(8)"
  }

  /// Whether systemd runs this machine, as sd_booted(3) finds out.
  private static var isSystemd: Bool { access("/run/systemd/system", F_OK) == 0 }
}
