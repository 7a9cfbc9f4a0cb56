import Geography
import JSON

/// All that an approximate client is told of a position: the centre of its cell, and when that was
/// released. No speed, no course, no time of the fix.
public struct CoarsePosition: Hashable, Sendable {
  /// The cell's centre.
  public var center: Coordinate
  /// Radius in metres that holds the whole cell; 3 000 at least.
  public var accuracyMeters: Double
  /// When it was released, by the installation's schedule.
  public var releasedAt: UTCTime

  /// A released position.
  public init(center: Coordinate, accuracyMeters: Double, releasedAt: UTCTime) {
    self.center = center
    self.accuracyMeters = accuracyMeters
    self.releasedAt = releasedAt
  }
}

extension JSONWriter {
  /// Writes the position as a fix.
  public mutating func value(_ position: CoarsePosition) {
    beginObject()
    member("time", position.releasedAt)
    members(of: position.center)
    member("accuracy_m", position.accuracyMeters, decimals: 0)
    endObject()
  }
}
