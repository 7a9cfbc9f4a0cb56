import Glibc

/// Time as the benchmarks take it.
enum Stopwatch {
  /// Seconds of a clock that never steps.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Seconds of this thread on a processor: what else the machine does counts little.
  static func cpuSeconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    try body()
    return now() - start
  }

  /// Seconds that `body` takes.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }
}

/// Many durations of one thing.
struct Durations {
  private var seconds: [Double] = []

  mutating func add(_ value: Double) { seconds.append(value) }

  /// The value that `share` of the durations do not exceed.
  func percentile(_ share: Double) -> Double {
    guard !seconds.isEmpty else { return .nan }
    let sorted = seconds.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  var mean: Double { seconds.reduce(0, +) / Double(max(1, seconds.count)) }
}

/// The middle one of several values.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted.count % 2 == 1
    ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
}
