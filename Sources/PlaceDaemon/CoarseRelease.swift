import Geography
import PlaceProtocol

/// What approximate clients are told: the cell of the last position at instants of one schedule.
///
/// The instants are every 15 minutes of the stream's clock, from a secret phase, whatever happens:
/// a crossing of a cell's edge never shows as a change of its own. After a start nothing is told
/// before the next instant, so that a restart tells no more than waiting would.
struct CoarseRelease {
  /// Seconds between two releases.
  static let intervalSeconds: Int64 = 900

  private let grid: CoarseGrid
  /// Milliseconds past the interval, 0 ..< interval.
  private let phase: Int64
  private var last: (time: UTCTime, position: Coordinate)?
  /// What is told at present; nil before the first release.
  private(set) var released: CoarsePosition?

  /// Bytes of the secret.
  static let secretByteCount = 24

  /// From the installation's secret; nil when it is too short.
  init?(secret: [UInt8]) {
    guard secret.count >= Self.secretByteCount else { return nil }
    func word(_ index: Int) -> UInt64 {
      secret[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    grid = CoarseGrid(
      north: Double(word(0) >> 11) / Double(1 << 53), east: Double(word(1) >> 11) / Double(1 << 53))
    phase = Int64(word(2) % UInt64(Self.intervalSeconds * 1000))
  }

  /// The number of the last instant at or before `time`.
  private func index(of time: UTCTime) -> Int64 {
    let shifted = time.milliseconds - phase
    let interval = Self.intervalSeconds * 1000
    return shifted >= 0 ? shifted / interval : -((-shifted + interval - 1) / interval)
  }

  /// Takes the stream's clock over. The position released at an instant is the last one before it.
  /// True when something new was released.
  mutating func advance(to time: UTCTime) -> Bool {
    guard let last, index(of: time) > index(of: last.time) else { return false }
    let instant = UTCTime(
      milliseconds: index(of: time) * Self.intervalSeconds * 1000 + phase)
    guard released?.releasedAt != instant else { return false }
    released = CoarsePosition(
      center: grid.center(of: last.position), accuracyMeters: CoarseGrid.accuracyMeters,
      releasedAt: instant)
    return true
  }

  /// The next instant, where a position waits for it.
  func nextRelease(after time: UTCTime) -> UTCTime? {
    guard let last, released.map({ $0.releasedAt < last.time }) ?? true else { return nil }
    return UTCTime(
      milliseconds: (index(of: time) + 1) * Self.intervalSeconds * 1000 + phase)
  }

  /// Takes a position over, which is released at the next instant. True when an earlier one was
  /// released because an instant has passed since.
  mutating func update(_ position: Coordinate, at time: UTCTime) -> Bool {
    let hasReleased = advance(to: time)
    last = (time, position)
    return hasReleased
  }
}
