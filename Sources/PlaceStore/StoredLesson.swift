import Detection
import Geography

/// What the user confirmed: when he was at this position, he was at that place.
public struct StoredLesson: Hashable, Sendable {
  /// How it was told. The numbers are stored and never given another meaning.
  public enum Kind: Int, Hashable, Sendable {
    /// `confirm` with a position.
    case confirmed = 1
    /// `select` at rest, among the likely places.
    case selected
    /// A visit was given another place.
    case corrected
  }

  /// Its number; 0 before it is stored.
  public var id: Int
  /// The place's number.
  public var placeID: Int
  /// Where the user was.
  public var position: Coordinate
  /// One standard error of an axis of that position, in metres.
  public var sigmaMeters: Double
  /// When.
  public var time: UTCTime
  /// How much it counts; 1 for an ordinary one.
  public var weight: Double
  /// How it was told.
  public var kind: Kind

  /// A confirmation.
  public init(
    id: Int = 0, placeID: Int, position: Coordinate, sigmaMeters: Double, time: UTCTime,
    weight: Double = 1, kind: Kind = .confirmed
  ) {
    self.id = id
    self.placeID = placeID
    self.position = position
    self.sigmaMeters = sigmaMeters
    self.time = time
    self.weight = weight
    self.kind = kind
  }

  /// That `visit` was at its place; nil where it is said to be at none.
  public init?(correcting visit: Visit) {
    guard let placeID = visit.placeID else { return nil }
    self.init(
      placeID: placeID, position: visit.position,
      sigmaMeters: visit.accuracyMeters / Fix.accuracyPerSigma, time: visit.knownSince,
      kind: .corrected)
  }
}
