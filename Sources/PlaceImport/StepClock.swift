import Glibc

/// Keeps the steps of an import short, so that who wants to write in between waits a moment only.
struct StepClock {
  /// A step takes no longer than this, with what its commit takes.
  private static let stepSeconds = 0.1
  /// Between steps the database is free for so long; whoever waits tries every 2 ms.
  private static let gapMicroseconds: UInt32 = 4000

  private var started = StepClock.now
  /// What the end of the last steps took at most, falling slowly.
  private var ending = 0.03
  private var endingSince = 0.0

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  mutating func begin() { started = Self.now }

  /// Time to end the step.
  var isOver: Bool { Self.now - started > max(0.01, Self.stepSeconds - 1.3 * ending) }

  /// The step's rows are written; what is left is its end.
  mutating func beginEnding() { endingSince = Self.now }

  /// The step is over. Leaves the others time.
  mutating func end() {
    ending = max(Self.now - endingSince, ending * 0.9)
    usleep(Self.gapMicroseconds)
  }
}
