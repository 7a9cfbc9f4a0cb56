/// What the user can set of detection; the defaults are those of `placed.conf`.
public struct DetectionSettings: Hashable, Sendable {
  /// Metres that a fix must have moved from the last published one; 0 publishes all.
  public var filterDistanceMeters = 50.0
  /// Metres of accuracy above which a fix changes neither the current place nor a stop nor a visit.
  public var maximumAccuracyMeters = 500.0
  /// Metres a second above which a fix is held until later ones confirm it.
  public var maximumSpeed = 100.0
  /// Seconds at rest that make an arrival.
  public var arriveAfterSeconds = 120.0
  /// Metres that one may drift and still be at rest.
  public var stopRadiusMeters = 50.0
  /// Seconds after which a silent receiver gives way to another.
  public var staleAfterSeconds = 10.0
  /// The selection lasts until another is made, not until departure.
  public var selectionOutlivesDeparture = false

  /// The defaults.
  public init() {}
}
