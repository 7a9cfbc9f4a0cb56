import Geography

/// What a source of fixes told.
public enum Observation: Hashable, Sendable {
  /// A valid position report.
  case fix(Fix)
  /// The receiver's clock, without a fix: it lets a stop become an arrival in a garage.
  case time(UTCTime)
}

/// Why a fix was refused.
public enum IgnoredReason: String, Hashable, Sendable, CaseIterable {
  /// At 0°N 0°E, where no receiver is but many pretend to be.
  case nullIsland = "null_island"
  /// Not newer than what this device said before.
  case old
  /// Far from where the vehicle can be.
  case jump
  /// From a future that the device's own stream has not reached.
  case future
  /// The receiver does not know the time.
  case noTime = "no_time"
  /// Too inaccurate to change anything.
  case inaccurate
  /// Another receiver is the one that counts at present.
  case otherDevice = "other_device"
}
