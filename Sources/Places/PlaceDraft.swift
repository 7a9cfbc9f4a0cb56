import Geography

/// A place before the table has given it a number: what a user types, what an import reads.
public struct PlaceDraft: Hashable, Sendable {
  /// Its name, in the language of the place itself.
  public var name: String
  /// Its centre.
  public var position: Coordinate
  /// Radius in metres of the circle that holds all of it; 0, a point. Ignored with an outline.
  public var radiusMeters: Double
  /// Its outline.
  public var polygon: Polygon?
  /// A word of the vocabulary, `Category`; nil where nothing is known.
  public var category: String?
  /// Its address, as far as it is known.
  public var address: Address
  /// Further names: a language (`sv`) or a kind of name (`alt_name`), and the name.
  public var names: [String: String]
  /// Wins over places of lower priority on the same ground.
  public var priority: Int
  /// Seconds at rest that make an arrival here; nil, the setting.
  public var arriveAfterSeconds: Double?
  /// Where it comes from; `user` for what a user adds.
  public var source: String
  /// Its name there; nil gives it one of its own.
  public var sourceID: String?

  /// A place to be added.
  public init(
    name: String, position: Coordinate, radiusMeters: Double = 0, polygon: Polygon? = nil,
    category: String? = nil, address: Address = Address(), names: [String: String] = [:],
    priority: Int = 0, arriveAfterSeconds: Double? = nil, source: String = Self.userSource,
    sourceID: String? = nil
  ) {
    self.name = name
    self.position = position
    self.radiusMeters = radiusMeters
    self.polygon = polygon
    self.category = category
    self.address = address
    self.names = names
    self.priority = priority
    self.arriveAfterSeconds = arriveAfterSeconds
    self.source = source
    self.sourceID = sourceID
  }

  /// The source of places that a user added.
  public static let userSource = "user"
}
