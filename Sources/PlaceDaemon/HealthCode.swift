import PlaceProtocol

/// What can be wrong. The words are stable: scripts decide on them.
public enum HealthCode: String, Hashable, Sendable, CaseIterable {
  /// gpsd, the device or the network peer is gone.
  case sourceLost = "source_lost"
  /// gpsd has no receiver.
  case noDevice = "no_device"
  /// The receiver has no position.
  case noFix = "no_fix"
  /// The receiver went silent.
  case stale
  /// The receiver repeats one position while it says that it moves.
  case frozen
  /// gpsd shows positions to everybody, where `[access]` does not.
  case gpsdOpen = "gpsd_open"
  /// The database cannot be opened or read.
  case database
  /// The database cannot be written.
  case databaseReadOnly = "database_read_only"
  /// There is no room for the database.
  case databaseFull = "database_full"
  /// The database lies on a file system that a reboot empties.
  case databaseVolatile = "database_volatile"
  /// The database was damaged: the file was moved aside, and a new one made of what could be read.
  case databaseRescued = "database_rescued"
  /// The configuration on the disk has problems; the one before is in force.
  case configuration
  /// `[access]` names a user or group that does not exist.
  case unknownName = "unknown_name"
  /// The wall clock and the receiver's are far apart.
  case clock
  /// The receiver's date is wrong by 1024 weeks, and was put right.
  case weekRollover = "week_rollover"

  /// How bad it is.
  public var severity: HealthMessage.Severity {
    switch self {
    case .noFix, .gpsdOpen, .clock, .weekRollover: .info
    case .stale, .frozen, .unknownName, .configuration, .databaseReadOnly: .warning
    case .sourceLost, .noDevice, .database, .databaseFull, .databaseVolatile, .databaseRescued:
      .serious
    }
  }

  /// Seconds that it must last before it is told: a receiver that starts has no position for a while,
  /// and gpsd restarts within seconds.
  public var graceSeconds: Double {
    switch self {
    case .noFix: 60
    case .sourceLost, .noDevice: 5
    case .stale: 20
    default: 0
    }
  }
}
