/// One place that fixes come from, on an event loop. What it sees it tells its `SourceMonitor`.
protocol FixSource: AnyObject {
  /// Begins, and goes on whatever happens until `stop`.
  func start()
  /// Ends, and closes everything.
  func stop()
}

/// No source at all.
final class NoSource: FixSource {
  private let monitor: SourceMonitor

  init(monitor: SourceMonitor) { self.monitor = monitor }

  func start() { monitor.noDevice(.noSource) }
  func stop() {}
}
