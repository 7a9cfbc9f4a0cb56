import Configuration
import EventLoop
import Geography
import PlaceProtocol
import PlaceStore

/// Tells approximate clients a position at the instants of the schedule; nothing while there are none.
final class CoarsePublisher {
  private let database: PlaceDatabase
  private let loop: EventLoop
  private let publish: (CoarsePosition) -> Void
  /// The stream's clock.
  private let time: () -> UTCTime?
  private var release: CoarseRelease?
  private var timer: Timer?

  init(
    database: PlaceDatabase, loop: EventLoop, time: @escaping () -> UTCTime?,
    publish: @escaping (CoarsePosition) -> Void
  ) {
    self.database = database
    self.loop = loop
    self.time = time
    self.publish = publish
  }

  /// Takes settings over.
  func apply(_ settings: Settings) {
    guard !settings.approximate.isEmpty else {
      release = nil
      stop()
      return
    }
    guard release == nil, let secret = secret() else { return }
    release = CoarseRelease(secret: secret)
  }

  /// The installation's secret, made when it is first needed. Without a place to keep it there is
  /// none: cells that move with each start could be averaged.
  private func secret() -> [UInt8]? {
    let name = "coarse"
    if let kept = try? database.store.setting(name) { return kept }
    guard database.failure == nil, !database.store.isReadOnly else { return nil }
    var generator = SystemRandomNumberGenerator()
    let secret = (0..<CoarseRelease.secretByteCount).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let isKept =
      (try? database.write { (store) throws(StoreError) in try store.setSetting(name, secret) })
      != nil
    return isKept ? secret : nil
  }

  /// Takes a position that counts over.
  func follow(_ position: Coordinate, at time: UTCTime) {
    if release?.update(position, at: time) == true { tell() }
  }

  /// Takes note that the stream's clock went on.
  func advance() {
    guard release != nil, let now = time() else { return }
    if release?.advance(to: now) == true { tell() }
    stop()
    guard let next = release?.nextRelease(after: now) else { return }
    timer = loop.timer(after: next.seconds(since: now) + 0.05) { [weak self] in self?.advance() }
  }

  /// Ends the timer.
  func stop() {
    timer?.cancel()
    timer = nil
  }

  private func tell() {
    if let position = release?.released { publish(position) }
  }

  /// What approximate clients are told.
  func position() throws(ProtocolError) -> CoarsePosition {
    guard let position = release?.released else {
      throw ProtocolError(
        .noFix, "no position is released yet",
        hint: "approximate positions are released every 15 minutes")
    }
    return position
  }
}
