import EventLoop
import PlaceProtocol

/// One client's socket: what it sent and was not looked at, what it was sent and has not taken.
final class Connection {
  let descriptor: CInt
  let peer: Peer
  /// It came through a socket that may give manage.
  let grantsManage: Bool
  let session: Session
  var watch: Watch?

  var framer = LineFramer(maximumBytes: Request.maximumBytes)
  var output = OutputQueue()
  /// Notifications left out since the reader fell behind; above 0 it gets no more until it caught up.
  var dropped = 0
  /// When bytes last went out, or began to wait.
  var progressAt = MonotonicTime.now
  /// It waits for its turn in the schedule.
  var isScheduled = false
  /// The client will send no more.
  var isAtEnd = false
  /// Its requests are looked at no more; closed once its answers are out. Bytes that are still thrown
  /// away before that.
  var discarding: Int?
  var isClosed = false
  /// What its user's account holds for it.
  var accountedInput = 0
  var accountedOutput = 0

  init(descriptor: CInt, peer: Peer, grantsManage: Bool, grant: AccessGrant) {
    self.descriptor = descriptor
    self.peer = peer
    self.grantsManage = grantsManage
    session = Session(grant: grant)
  }

  /// A request, or what must be told about one, is there to be looked at.
  var hasRequest: Bool { discarding == nil && framer.state != .incomplete }
}
