import Foundation

/// A TCP server on a free port that gives a recording to whoever connects, once it is told to begin.
///
/// `@unchecked Sendable`: nothing of it changes; `start` is a semaphore.
public final class NMEAServer: @unchecked Sendable {
  private let listener = LoopbackListener()
  private let recording: [UInt8]
  private let start = DispatchSemaphore(value: 0)

  /// A server of `recording`.
  public init(_ recording: String) {
    self.recording = Array(recording.utf8)
    Thread.detachNewThread { [self] in serve() }
  }

  /// Its port on the loopback address.
  public var port: Int { listener.port }

  /// Sends the recording to each connection, also to those made before: whoever waits long for a
  /// first byte connects anew.
  public func begin() { start.signal() }

  private func serve() {
    start.wait()
    while let connection = listener.accept() {
      _ = LoopbackListener.send(recording, to: connection)
    }
  }
}
