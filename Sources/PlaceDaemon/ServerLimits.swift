/// Bounds of the socket server. What one user takes never grows over them, and never is another's.
public struct ServerLimits: Sendable {
  /// Connections in all.
  public var connections = 4096
  /// Connections of one user; interfaces.md promises 1 000.
  public var connectionsPerUser = 1024
  /// Of `connections`, kept for root, so that an administrator can look at a full daemon.
  public var connectionsForRoot = 16
  /// Bytes of requests that one user's connections may have begun and not ended.
  public var inputBytesPerUser = 4 << 20
  /// Bytes of answers that one user's connections may leave unread.
  public var outputBytesPerUser = 4 << 20
  /// Bytes of notifications that wait for one connection; beyond that it is given the latest state
  /// instead. Larger, and a slow reader is told older news.
  public var notificationBytes = 32 << 10
  /// Bytes that wait for one connection before its next request is taken.
  public var answerBytes = 64 << 10
  /// The kernel's buffer for one connection; small for the same reason as `notificationBytes`.
  public var kernelBufferBytes: Int32 = 32 << 10
  /// Longest answer.
  public static let longestAnswer = 2 << 20
  /// Bytes thrown away after a line that broke the rules, so that its sender can finish and read why.
  public var discardedBytes = 4 << 20
  /// Seconds without a byte taken after which a full connection is closed.
  public var stuckSeconds = 30.0
  /// Seconds of work on requests before descriptors and timers get their turn again.
  public var sliceSeconds = 0.005

  /// The bounds in force.
  public init() {}
}
