import Geography

/// What a receiver said about one moment: one fix, or none and perhaps its clock.
public struct Epoch: Hashable, Sendable {
  /// The position, where the receiver has one and no sentence of the moment says otherwise.
  public var fix: Fix?
  /// The receiver's clock; nil before it knows the date.
  public var time: UTCTime?
  /// Satellites in view, where the receiver tells.
  public var satellitesSeen: Int?
  /// Satellites that the solution uses, where the receiver tells.
  public var satellitesUsed: Int?
  /// Eras of 1024 weeks that were added to the receiver's date; see `WeekRollover`.
  public var addedEras: Int

  /// What a receiver said.
  public init(
    fix: Fix? = nil, time: UTCTime? = nil, satellitesSeen: Int? = nil, satellitesUsed: Int? = nil,
    addedEras: Int = 0
  ) {
    self.fix = fix
    self.time = time
    self.satellitesSeen = satellitesSeen
    self.satellitesUsed = satellitesUsed
    self.addedEras = addedEras
  }
}
