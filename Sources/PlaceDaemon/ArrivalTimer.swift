import EventLoop
import Geography

/// What time alone decides, such as an arrival in a garage, does not wait for the next fix: when an
/// arrival is due and the stream is silent, its clock is carried on to that instant.
final class ArrivalTimer {
  private let loop: EventLoop
  /// Seconds until the arrival is due by the stream's clock, negative once it is; nil for none.
  private let secondsLeft: () -> Double?
  /// Seconds since the stream's clock spoke.
  private let silence: () -> Double
  private let carryOn: () -> Void
  private var timer: Timer?
  /// A stream that spoke less than this ago goes on by itself; a receiver on a slow line pauses for
  /// a second or two.
  private static let silentSeconds = 5.0

  init(
    loop: EventLoop, secondsLeft: @escaping () -> Double?, silence: @escaping () -> Double,
    carryOn: @escaping () -> Void
  ) {
    self.loop = loop
    self.secondsLeft = secondsLeft
    self.silence = silence
    self.carryOn = carryOn
  }

  /// Looks whether an arrival is to come.
  func update() {
    guard timer == nil, let left = secondsLeft() else { return }
    arm(after: left)
  }

  private func arm(after seconds: Double) {
    timer = loop.timer(after: max(0, seconds) + 0.5) { [weak self] in self?.fire() }
  }

  private func fire() {
    timer = nil
    guard let left = secondsLeft() else { return }
    let wait = max(left, Self.silentSeconds - silence())
    if wait <= 0 { carryOn() } else { arm(after: wait) }
  }

  /// Ends the timer.
  func stop() {
    timer?.cancel()
    timer = nil
  }
}
