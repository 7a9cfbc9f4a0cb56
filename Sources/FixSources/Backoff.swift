/// Pauses that grow from attempt to attempt, so that what is down is not hammered, and that vary, so
/// that many clients of one host do not come at once.
struct Backoff {
  /// The first pause in seconds.
  let initial: Double
  /// The longest pause in seconds, before it is varied.
  let maximum: Double
  /// How much longer each pause is than the one before.
  private static let growth = 1.6
  /// Pauses vary by this share in either direction.
  static let jitter = 0.2

  private var next: Double

  init(initial: Double, maximum: Double) {
    self.initial = initial
    self.maximum = maximum
    next = initial
  }

  /// The next pause in seconds.
  mutating func pause() -> Double {
    defer { next = min(maximum, next * Self.growth) }
    return next * Double.random(in: 1 - Self.jitter...1 + Self.jitter)
  }

  /// Starts over after a success.
  mutating func reset() { next = initial }
}
