import EventLoop
import PlaceImport

/// One line on a terminal that tells how far a long work is, how fast, and how long it will take.
final class ProgressMeter {
  /// The line changes no more often than this.
  private static let leastSeconds = 0.2
  /// Before this much time a rate says little.
  private static let leastRateSeconds = 1.0

  private let output: Output
  private let isOn: Bool
  private var phase = ""
  private var startedAt = MonotonicTime.now
  private var shownAt: MonotonicTime?
  private var isShown = false

  /// A meter that shows nothing where standard error is no terminal.
  init(_ output: Output) {
    self.output = output
    isOn = output.terminal.isError && !output.isJSON
  }

  /// Shows how far an import is.
  func show(_ progress: ImportProgress) {
    let (done, total) = (progress.done, progress.total)
    switch progress.phase {
    case .converting: show("converting with osmium", done: 0, total: nil)
    case .reading: show("reading", done: done, total: total, places: progress.places)
    case .applying: show("changing the table", done: done, total: total, places: done)
    case .finishing: show("tidying the indexes", done: done, total: total)
    }
  }

  /// Shows that `done` of `total` is done of `phase`, and how many places that were; `total` is nil
  /// where it is not known.
  func show(_ phase: String, done: Int, total: Int?, places: Int? = nil) {
    guard isOn else { return }
    let now = MonotonicTime.now
    if phase != self.phase {
      self.phase = phase
      startedAt = now
    } else if let shownAt, now.seconds(since: shownAt) < Self.leastSeconds {
      return
    }
    shownAt = now
    isShown = true
    let elapsed = now.seconds(since: startedAt)
    let text = Self.text(phase, done: done, total: total, places: places, elapsed: elapsed)
    output.show("\r\u{1B}[K" + text.fitted(to: (output.terminal.width ?? 80) - 1))
  }

  /// Takes the line away.
  func clear() {
    if isShown { output.show("\r\u{1B}[K") }
    isShown = false
  }

  /// `reading: 45 %, 123 456 places, 54 000/s, 12 s left`
  static func text(
    _ phase: String, done: Int, total: Int?, places: Int?, elapsed: Double
  ) -> String {
    var parts: [String] = []
    if let total, total > 0 { parts.append(percent(min(1, Double(done) / Double(total)))) }
    if let places {
      parts.append("\(grouped(places)) places")
      if elapsed >= leastRateSeconds {
        parts.append("\(grouped(rounded(Double(places) / elapsed)))/s")
      }
    }
    if elapsed >= leastRateSeconds, let total, done > 0, total > done {
      let left = elapsed * Double(total - done) / Double(done)
      parts.append("\(readableDuration(left)) left")
    } else if total == nil {
      parts.append(readableDuration(elapsed))
    }
    return parts.isEmpty ? phase : "\(phase): \(parts.joined(separator: ", "))"
  }
}
