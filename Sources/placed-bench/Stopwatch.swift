import Glibc

/// Time as the benchmarks take it.
enum Stopwatch {
  /// Seconds of a clock that never steps.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
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

/// This process's memory, from /proc/self/status.
enum Memory {
  /// Resident now, in MiB.
  static var residentMiB: Double { value("VmRSS:") }
  /// Resident at most since `resetPeak`, in MiB.
  static var peakMiB: Double { value("VmHWM:") }

  static func resetPeak() {
    let file = open("/proc/self/clear_refs", O_WRONLY)
    guard file >= 0 else { return }
    _ = write(file, "5", 1)
    close(file)
  }

  private static func value(_ name: String) -> Double {
    guard let file = fopen("/proc/self/status", "r") else { return .nan }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      if text.hasPrefix(name) {
        return text.dropFirst(name.count).split(separator: " ").first
          .flatMap { Double($0.filter { !$0.isWhitespace }) }.map { $0 / 1024 } ?? .nan
      }
    }
    return .nan
  }
}
