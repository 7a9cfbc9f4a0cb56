/// A call that an `EventLoop` makes at its time.
public final class Timer {
  let interval: Double?
  /// Nil once it is cancelled: what the call needs is let go at once, not when it would be due.
  private(set) var handler: (() -> Void)?

  init(interval: Double?, handler: @escaping () -> Void) {
    self.interval = interval
    self.handler = handler
  }

  /// Makes sure that the call is not made any more.
  public func cancel() { handler = nil }
}

/// Timers by deadline, the earliest first. There are a few dozen at most: a sorted array.
struct TimerQueue {
  private var entries: [(deadline: MonotonicTime, timer: Timer)] = []

  mutating func insert(_ timer: Timer, at deadline: MonotonicTime) {
    let index = entries.firstIndex { $0.deadline < deadline } ?? entries.endIndex
    entries.insert((deadline, timer), at: index)
  }

  /// When the next timer that still counts is due.
  var earliest: MonotonicTime? {
    mutating get {
      while let last = entries.last, last.timer.handler == nil { entries.removeLast() }
      return entries.last?.deadline
    }
  }

  mutating func popDue(at now: MonotonicTime) -> (Timer, MonotonicTime)? {
    guard let deadline = earliest, deadline <= now else { return nil }
    return (entries.removeLast().timer, deadline)
  }
}
