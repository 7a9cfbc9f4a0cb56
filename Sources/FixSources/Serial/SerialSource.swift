import EventLoop
import Glibc
import NMEA

/// Fixes from a receiver on a serial device.
///
/// A device that is unplugged is closed at once, so that the kernel can give its name to the next one,
/// and the same path, which should be a link by identity, is tried until it opens again.
final class SerialSource: FixSource {
  /// Bytes without a sentence after which a speed that was right is no longer.
  private static let lostBytes = 4096

  private let path: String
  private let fixedBaud: Int?
  private let staleAfter: Double
  private let loop: EventLoop
  private let monitor: SourceMonitor
  private let feed: NMEAFeed
  private var backoff = Backoff(initial: 0.5, maximum: 5)
  private var timer: Timer?
  private var stream: DescriptorStream?
  /// The device that is open, to notice that its path leads to another one.
  private var device: dev_t = 0
  private var silence: SilenceWatch?
  private var binary = BinaryProtocol()
  private var search: BaudSearch
  private var stay: SpeedStay
  /// The speed has given sentences or messages.
  private var isProven = false

  /// `baud` nil finds the speed. `staleAfter` in seconds.
  init(
    path: String, baud: Int?, requiresChecksum: Bool, staleAfter: Double, loop: EventLoop,
    monitor: SourceMonitor
  ) {
    self.path = path
    fixedBaud = baud
    self.staleAfter = staleAfter
    self.loop = loop
    self.monitor = monitor
    search = BaudSearch(first: [])
    stay = SpeedStay(messages: 0)
    feed = NMEAFeed(device: path, requiresChecksum: requiresChecksum, loop: loop)
    feed.onEpoch = { [monitor] in monitor.take($0, $1) }
  }

  func start() {
    monitor.connecting()
    open()
  }

  func stop() {
    close()
    monitor.stop()
  }

  private func open() {
    do throws(SerialPort.Failure) {
      let descriptor = try SerialPort.open(path, baud: fixedBaud)
      do throws(SystemError) {
        let stream = try DescriptorStream(descriptor, loop: loop)
        stream.onBytes = { [weak self] in self?.read($0) }
        stream.onEnd = { [weak self] _ in self?.lose(SourceTrouble.unplugged) }
        self.stream = stream
      } catch {
        throw .failed(error)
      }
      opened(descriptor)
    } catch {
      let trouble = SourceTrouble.cannotOpen(error, path)
      lose { _ in trouble }
    }
  }

  private func opened(_ descriptor: CInt) {
    var status = stat()
    if fstat(descriptor, &status) == 0 { device = status.st_rdev }
    feed.discardPartialSentence()
    monitor.connected(device: path)
    silence = SilenceWatch(loop: loop) { [weak self] in self?.endSilence(after: $0) }
    silence?.start(staleAfter)
    let former = isProven ? search.speed : nil
    search = BaudSearch(first: [former, SerialPort.baud(of: descriptor)].compactMap { $0 })
    beginStay()
  }

  private func close() {
    timer?.cancel()
    timer = nil
    silence?.stop()
    silence = nil
    stream?.close()
    stream = nil
    feed.stop()
  }

  /// Closes the device, says why, and tries it again after a pause.
  private func lose(_ trouble: (String) -> SourceTrouble) {
    close()
    let pause = backoff.pause()
    timer = loop.timer(after: pause) { [weak self] in self?.open() }
    monitor.lost(trouble(path), retrySeconds: pause)
  }

  private func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    silence?.heard()
    guard stay.counts(.now) else { return }
    if !isProven { binary.read(bytes) }
    let before = feed.counts.recognised
    feed.read(bytes)
    guard stream != nil else { return }
    let messages = feed.counts.recognised + binary.count
    stay.note(bytes: bytes.count, messages: messages, isNews: feed.counts.recognised > before)
    if !isProven {
      judge()
    } else if stay.bytesSinceMessage > Self.lostBytes {
      isProven = false
      binary.reset()
      beginStay()
    } else {
      monitor.complain(feed.trouble)
    }
  }

  /// Begins to listen at the speed that is to be tried.
  private func beginStay() {
    if fixedBaud == nil, let stream {
      // A pseudo-terminal or a USB modem has no speed: what it says to it does not matter.
      try? SerialPort.configure(stream.descriptor, baud: search.speed)
    }
    feed.discardPartialSentence()
    stay = SpeedStay(messages: feed.counts.recognised + binary.count)
    waitToJudge()
  }

  private func waitToJudge() {
    timer?.cancel()
    timer = loop.timer(after: SpeedStay.settlingSeconds + BaudSearch.staySeconds) { [weak self] in
      guard let self, !isProven else { return }
      judge()
      if !isProven { waitToJudge() }
    }
  }

  private func judge() {
    switch BaudSearch.verdict(bytes: stay.bytes, messages: stay.messages, seconds: stay.seconds) {
    case .wait: break
    case .settled:
      isProven = true
      timer?.cancel()
      backoff.reset()
      monitor.complain(binary.count > 0 && feed.counts.sentences == 0 ? noNMEA() : feed.trouble)
    case .advance:
      search.advance()
      if fixedBaud != nil || search.hasTriedAll, monitor.status.trouble?.code != .noNMEA {
        monitor.complain(noNMEA())
      }
      beginStay()
    }
  }

  private func noNMEA() -> SourceTrouble {
    // Two readers steal each other's bytes, which looks like a wrong speed.
    let holder = binary.name == nil ? DeviceHolder.find(path) : nil
    return .noNMEA(path, baud: fixedBaud, binary: binary.name, holder: holder)
  }

  private func endSilence(after seconds: Double) {
    var status = stat()
    if stat(path, &status) == 0, status.st_rdev != device { return lose(SourceTrouble.unplugged) }
    if monitor.status.trouble?.code != .silent {
      monitor.complain(.silent(path, seconds: seconds, holder: DeviceHolder.find(path)))
    }
    silence?.start(staleAfter)
  }
}

/// What has come since the line was set to a speed.
private struct SpeedStay {
  /// What comes for so long, in seconds, is still of the speed before: 100 ms were too short for a
  /// PL2303 (gpsd, serial.c).
  static let settlingSeconds = 0.2

  private let began = MonotonicTime.now
  private let messagesBefore: Int
  /// Bytes that count.
  private(set) var bytes = 0
  /// Messages among them.
  private(set) var messages = 0
  /// Bytes since the last of them.
  private(set) var bytesSinceMessage = 0

  init(messages: Int) { messagesBefore = messages }

  /// Seconds that count.
  var seconds: Double { MonotonicTime.now.seconds(since: began) - Self.settlingSeconds }

  /// Whether what comes at `now` counts.
  func counts(_ now: MonotonicTime) -> Bool { now.seconds(since: began) >= Self.settlingSeconds }

  mutating func note(bytes count: Int, messages total: Int, isNews: Bool) {
    bytes += count
    messages = total - messagesBefore
    bytesSinceMessage = isNews ? 0 : bytesSinceMessage + count
  }
}

extension SentenceCounts {
  /// Sentences that come only at the right speed.
  fileprivate var recognised: Int { sentences + encapsulated + missingChecksums }
}
