import CLinux
import Detection
import EventLoop
import Glibc
import NMEA

/// Fixes from NMEA in datagrams, as routers and multiplexers send it.
///
/// Each sender is a receiver of its own. The first that has a fix is followed; when it has had none
/// for `staleAfter`, the next one that has.
final class UDPSource: FixSource {
  /// Senders kept apart; of more, the one that was heard longest ago is forgotten.
  private static let maximumSenders = 8
  /// Largest datagram.
  private static let bufferBytes = 65_536
  /// Datagrams read in one go, before others of the loop have their turn.
  private static let maximumDatagrams = 64

  private struct Sender {
    let key: String
    let feed: NMEAFeed
    var lastHeard: MonotonicTime
  }

  private let host: String
  private let port: UInt16
  private let requiresChecksum: Bool
  private let staleAfter: Double
  private let loop: EventLoop
  private let monitor: SourceMonitor
  private let reconnector: Reconnector<CInt>
  private var descriptor: CInt = -1
  private var watch: Watch?
  private var silence: SilenceWatch?
  private var senders: [Sender] = []
  private var followed: FollowedReceiver
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bufferBytes)

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
    followed = FollowedReceiver(staleAfter: staleAfter)
    reconnector = Reconnector(
      loop: loop, backoff: Backoff(initial: 1, maximum: 10),
      attempt: { UDPSocket.open(host: host, port: port) }, discard: { close($0) })
    reconnector.onSuccess = { [weak self] in self?.opened($0) }
    reconnector.onFailure = { [weak self] failure, pause in
      self?.monitor.lost(.cannotListen(failure, host: host, port: port), retrySeconds: pause)
    }
  }

  deinit {
    closeSocket()
    buffer.deallocate()
  }

  func start() {
    monitor.connecting()
    reconnector.connect()
  }

  func stop() {
    reconnector.cancel()
    silence?.stop()
    closeSocket()
    for sender in senders { sender.feed.stop() }
    senders = []
    monitor.stop()
  }

  private func closeSocket() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    close(descriptor)
  }

  private func opened(_ descriptor: CInt) {
    do throws(SystemError) {
      watch = try loop.watch(descriptor, for: .read) { [weak self] _ in self?.read() }
    } catch {
      close(descriptor)
      let pause = reconnector.retry()
      monitor.lost(
        .cannotListen(.failed(error.description), host: host, port: port), retrySeconds: pause)
      return
    }
    self.descriptor = descriptor
    monitor.connected(device: nil)
    silence = SilenceWatch(loop: loop) { [weak self] seconds in
      guard let self else { return }
      monitor.complain(.noDatagrams(port: port, seconds: seconds))
      silence?.start(staleAfter)
    }
    silence?.start(staleAfter)
  }

  private func read() {
    for _ in 0..<Self.maximumDatagrams where watch != nil {
      var address = [CChar](repeating: 0, count: 64)
      let count = placed_receive(
        descriptor, buffer.baseAddress, buffer.count, &address, address.count)
      // Errors are those of datagrams sent, of which there are none.
      guard count >= 0 else { return }
      let key = address.withUnsafeBufferPointer {
        String(cString: $0.baseAddress.unsafelyUnwrapped)
      }
      silence?.heard()
      let feed = feed(of: key)
      feed.readDatagram(UnsafeBufferPointer(rebasing: buffer[..<count]))
      if followed.isOrMayBe(key) { monitor.complain(feed.trouble) }
    }
  }

  private func take(_ epoch: Epoch, _ observation: Observation?, from key: String) {
    if case .fix = observation {
      guard followed.takesFix(of: key, at: .now) else { return }
    } else if !followed.isOrMayBe(key) {
      return
    }
    monitor.take(epoch, observation)
  }

  private func feed(of key: String) -> NMEAFeed {
    if let index = senders.firstIndex(where: { $0.key == key }) {
      senders[index].lastHeard = .now
      return senders[index].feed
    }
    if senders.count == Self.maximumSenders,
      let oldest = senders.indices.min(by: { senders[$0].lastHeard < senders[$1].lastHeard })
    {
      senders[oldest].feed.stop()
      senders.remove(at: oldest)
    }
    let device = String(key[..<(key.lastIndex(of: " ") ?? key.endIndex)])
    let feed = NMEAFeed(device: device, requiresChecksum: requiresChecksum, loop: loop)
    feed.onEpoch = { [weak self] epoch, observation in self?.take(epoch, observation, from: key) }
    senders.append(Sender(key: key, feed: feed, lastHeard: .now))
    return feed
  }
}
