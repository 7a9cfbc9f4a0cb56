import Detection
import EventLoop
import NMEA

/// A live stream of NMEA from one receiver: bytes in, observations out.
///
/// The last epoch of a burst is told when the receiver pauses, not when the next burst begins a second
/// later.
final class NMEAFeed {
  /// A receiver that pauses for so long, in seconds, has said what there is to say of the moment. At
  /// 4800 baud a sentence takes 170 ms; between the sentences of a burst there is less.
  private static let pauseSeconds = 0.3
  /// Sentences that are enough to tell what kind of stream it is.
  private static let tellingSentences = 20

  private let loop: EventLoop
  private let device: String
  private var reader: NMEAReader
  private var timer: Timer?
  private var lastRead = MonotonicTime.now

  /// Called with what an epoch tells.
  var onEpoch: (NMEA.Epoch, Observation?) -> Void = { _, _ in }

  init(device: String, requiresChecksum: Bool, loop: EventLoop) {
    self.device = device
    self.loop = loop
    reader = NMEAReader(
      requiresChecksum: requiresChecksum, rollover: SystemClock.rollover(at: SystemClock.now))
  }

  deinit { timer?.cancel() }

  /// What has been read so far: sentences by how they fared.
  var counts: SentenceCounts { reader.counts }

  /// What is wrong with a stream that has no position to tell; nil while that is not clear.
  var trouble: SourceTrouble? {
    let counts = reader.counts
    if counts.positionStatements > 0 { return nil }
    if counts.sentences >= Self.tellingSentences { return .noPositionSentence(device) }
    if counts.sentences > 0 { return nil }
    if counts.encapsulated >= Self.tellingSentences { return .onlyAIS(device) }
    if counts.missingChecksums >= Self.tellingSentences { return .noChecksum(device) }
    if counts.badChecksums >= Self.tellingSentences { return .badChecksums(device) }
    return nil
  }

  /// Takes bytes as they come.
  func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    lastRead = .now
    // Told when the reader is done: whoever hears it may stop this feed.
    var epochs: [NMEA.Epoch] = []
    reader.read(bytes) { epochs.append($0) }
    for epoch in epochs { tell(epoch) }
    if timer == nil { watchPause(for: Self.pauseSeconds) }
  }

  /// Takes a datagram, whose end is the end of a sentence if that is complete.
  func readDatagram(_ bytes: UnsafeBufferPointer<UInt8>) {
    read(bytes)
    var epochs: [NMEA.Epoch] = []
    reader.endDatagram { epochs.append($0) }
    for epoch in epochs { tell(epoch) }
  }

  /// Forgets half a sentence, after the device was opened anew.
  func discardPartialSentence() { reader.discardPartialSentence() }

  /// Ends the timer.
  func stop() {
    timer?.cancel()
    timer = nil
  }

  private func tell(_ epoch: NMEA.Epoch) {
    onEpoch(epoch, Observation(epoch, device: device))
  }

  private func watchPause(for seconds: Double) {
    timer = loop.timer(after: seconds) { [weak self] in
      guard let self else { return }
      timer = nil
      let left = Self.pauseSeconds - MonotonicTime.now.seconds(since: lastRead)
      if left > 0.001 {
        watchPause(for: left)
      } else if let epoch = reader.flush() {
        tell(epoch)
      }
    }
  }
}
