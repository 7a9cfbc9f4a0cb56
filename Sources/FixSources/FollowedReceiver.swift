import EventLoop

/// Which of several receivers fixes are taken from, so that two do not take turns: the first that has
/// a fix, and when it has had none for a while, the next one that has.
struct FollowedReceiver {
  private let staleAfter: Double
  /// The receiver; nil before the first fix.
  private(set) var name: String?
  private var lastFix: MonotonicTime?

  /// `staleAfter` in seconds.
  init(staleAfter: Double) { self.staleAfter = staleAfter }

  /// Whether a fix of `receiver` is to be taken.
  mutating func takesFix(of receiver: String, at now: MonotonicTime) -> Bool {
    if receiver != name {
      if name != nil, let lastFix, now.seconds(since: lastFix) < staleAfter { return false }
      name = receiver
    }
    lastFix = now
    return true
  }

  /// Whether `receiver` is the one, or there is none yet.
  func isOrMayBe(_ receiver: String) -> Bool { name == nil || name == receiver }

  /// The receiver has gone: the next fix decides.
  mutating func forget() {
    name = nil
    lastFix = nil
  }
}
