import Configuration
import Systemd

/// What the command line asks of the daemon.
public struct DaemonOptions: Sendable {
  /// The configuration file; nil for the default one, which may be missing.
  public var configurationPath: String?
  /// Sources in place of `[source] url`; empty for those of the configuration.
  public var sources: [SourceURL] = []
  /// The database; nil for the default one.
  public var databasePath: String?
  /// The socket; nil for the one that systemd passes, or else the default one.
  public var socketPath: String?
  /// Lines less urgent than this are not written.
  public var logLevel = LogLevel.notice

  /// Nothing asked.
  public init() {}
}
