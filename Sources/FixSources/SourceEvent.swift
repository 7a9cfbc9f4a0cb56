import Geography

/// What a group of sources tells the daemon.
public enum SourceEvent: Hashable, Sendable {
  /// A valid position report, and the source it comes from as the configuration names it.
  case fix(Fix, url: String)
  /// The receiver's clock, in an epoch without a fix.
  case time(UTCTime)
  /// How the sources do; sent when it changes.
  case status(SourceStatus)
  /// Nothing will come any more: the recordings are over.
  case finished
}
