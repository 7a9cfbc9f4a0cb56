import EventLoop

/// Notices that nothing has come for a while.
///
/// Its timer is set once for each such while, not with every byte: it looks how long ago the last one
/// came, and waits for the rest.
final class SilenceWatch {
  private let loop: EventLoop
  private let handler: (Double) -> Void
  private var timer: Timer?
  private var lastHeard = MonotonicTime.now

  /// `handler` is called with the seconds that nothing has come for; then the watch is over.
  init(loop: EventLoop, handler: @escaping (Double) -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit { timer?.cancel() }

  /// Something has come.
  func heard() { lastHeard = .now }

  /// Begins to watch, from now, for `seconds` of silence.
  func start(_ seconds: Double) {
    heard()
    wait(seconds, of: seconds)
  }

  /// Ends the watch.
  func stop() {
    timer?.cancel()
    timer = nil
  }

  private func wait(_ left: Double, of seconds: Double) {
    timer?.cancel()
    timer = loop.timer(after: left) { [weak self] in
      guard let self else { return }
      timer = nil
      let passed = MonotonicTime.now.seconds(since: lastHeard)
      if passed < seconds { wait(seconds - passed, of: seconds) } else { handler(seconds) }
    }
  }
}
