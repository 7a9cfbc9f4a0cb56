import EventLoop
import Glibc

/// Fixes from NMEA over TCP, as routers, multiplexers and SignalK's port 10110 serve it.
///
/// A connection that is dead without a word looks like a receiver that is silent: after `staleAfter`
/// it is made anew, with pauses that grow as long as that does not help.
final class TCPSource: FixSource {
  private let host: String
  private let port: UInt16
  private let requiresChecksum: Bool
  private let staleAfter: Double
  private let loop: EventLoop
  private let monitor: SourceMonitor
  private let reconnector: Reconnector<CInt>
  private var stream: DescriptorStream?
  private var feed: NMEAFeed?
  private var silence: SilenceWatch?
  /// Silence before the connection is made anew.
  private var patience: Backoff

  /// `staleAfter` in seconds.
  init(
    host: String, port: UInt16, requiresChecksum: Bool, staleAfter: Double, loop: EventLoop,
    monitor: SourceMonitor
  ) {
    self.host = host
    self.port = port
    self.requiresChecksum = requiresChecksum
    self.staleAfter = staleAfter
    self.loop = loop
    self.monitor = monitor
    patience = Backoff(initial: staleAfter, maximum: max(60, staleAfter))
    reconnector = Reconnector(
      loop: loop, backoff: Backoff(initial: 0.5, maximum: 10),
      attempt: { TCPConnection.open(host: host, port: port) }, discard: { close($0) })
    reconnector.onSuccess = { [weak self] in self?.connected($0) }
    reconnector.onFailure = { [weak self] failure, pause in
      self?.monitor.lost(
        .unreachable(failure, host: host, port: port, isGPSD: false), retrySeconds: pause)
    }
  }

  private var device: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  func start() {
    monitor.connecting()
    reconnector.connect()
  }

  func stop() {
    reconnector.cancel()
    disconnect()
    monitor.stop()
  }

  private func connected(_ descriptor: CInt) {
    do throws(SystemError) {
      let stream = try DescriptorStream(descriptor, loop: loop)
      stream.onBytes = { [weak self] in self?.read($0) }
      stream.onEnd = { [weak self] _ in self?.lose() }
      self.stream = stream
    } catch {
      let pause = reconnector.retry()
      monitor.lost(
        .unreachable(.failed(error.description), host: host, port: port, isGPSD: false),
        retrySeconds: pause)
      return
    }
    if feed == nil {
      let feed = NMEAFeed(device: device, requiresChecksum: requiresChecksum, loop: loop)
      feed.onEpoch = { [monitor] in monitor.take($0, $1) }
      self.feed = feed
    }
    feed?.discardPartialSentence()
    monitor.connected(device: device)
    silence = SilenceWatch(loop: loop) { [weak self] in self?.endSilence(after: $0) }
    silence?.start(max(staleAfter, patience.pause()))
  }

  private func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    silence?.heard()
    patience.reset()
    reconnector.succeeded()
    feed?.read(bytes)
    if let feed { monitor.complain(feed.trouble) }
  }

  private func disconnect() {
    silence?.stop()
    silence = nil
    stream?.close()
    stream = nil
    feed?.stop()
  }

  private func lose() {
    disconnect()
    let pause = reconnector.retry()
    monitor.lost(.disconnected("'\(device)'"), retrySeconds: pause)
  }

  private func endSilence(after seconds: Double) {
    monitor.complain(.silent(device, seconds: seconds))
    disconnect()
    reconnector.connect()
  }
}
