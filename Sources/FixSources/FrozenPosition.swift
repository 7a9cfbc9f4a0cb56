import Geography

/// Notices a receiver that repeats its last position: the same to the last digit while its time goes
/// on and it reports a speed. A receiver at rest with static navigation reports none.
struct FrozenPosition {
  /// Shortest time that counts, in seconds of fix time.
  static let afterSeconds = 30.0
  /// Slowest speed that counts, in metres a second: a walk.
  static let minimumSpeed = 1.0

  private var position: Coordinate?
  private var since: UTCTime?

  /// Takes a fix; true when the position is frozen.
  mutating func isFrozen(after fix: Fix) -> Bool {
    guard let time = fix.time, (fix.speedMetersPerSecond ?? 0) >= Self.minimumSpeed,
      fix.position == position, let since, time >= since
    else {
      position = fix.position
      since = fix.time
      return false
    }
    return time.seconds(since: since) >= Self.afterSeconds
  }
}
