import Geography

/// What detection knows of a place of the table.
public struct Candidate: Hashable, Sendable {
  /// The place's number.
  public var id: Int
  /// Its centre.
  public var position: Coordinate
  /// Radius in metres of the circle that holds all of it; 0, a point.
  public var radiusMeters: Double
  /// Its outline, where it has one.
  public var polygon: Polygon?
  /// How often people stop at a place of its category, 1 for an ordinary one.
  public var popularity: Double
  /// Wins over places of lower priority on the same ground.
  public var priority: Int
  /// Seconds at rest that make an arrival here; nil, the setting.
  public var arriveAfterSeconds: Double?

  /// A candidate.
  public init(
    id: Int, position: Coordinate, radiusMeters: Double = 0, polygon: Polygon? = nil,
    popularity: Double = 1, priority: Int = 0, arriveAfterSeconds: Double? = nil
  ) {
    self.id = id
    self.position = position
    self.radiusMeters = radiusMeters
    self.polygon = polygon
    self.popularity = popularity
    self.priority = priority
    self.arriveAfterSeconds = arriveAfterSeconds
  }

  /// Distance in metres from `position` to the place's edge, negative inside.
  public func signedDistance(from position: Coordinate) -> Double {
    polygon?.signedDistance(from: position) ?? (self.position.distance(to: position) - radiusMeters)
  }
}
