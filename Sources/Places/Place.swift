import Geography

/// A row of the place table, with everything that is shown of it.
public struct Place: Hashable, Sendable {
  /// Its number; kept for ever, also over imports.
  public var id: Int
  /// Where it came from: `user`, `osm`, a file's name.
  public var source: String
  /// Its name there; unique together with `source`.
  public var sourceID: String
  /// The name shown, in the user's language.
  public var name: String
  /// A word of the category vocabulary, `Category`; nil where the source says nothing.
  public var category: String?
  /// Its centre.
  public var position: Coordinate
  /// Its extent: radius in metres of the circle around `position` that holds all of it; 0, a point.
  public var radiusMeters: Double
  /// Name, street, locality, region and country, without repeating itself.
  public var label: String
  /// Its address.
  public var address: Address
  /// Further names: a language (`sv`) or a kind of name (`alt_name`), and the name.
  public var names: [String: String]
  /// Its extent is an outline, not the circle.
  public var isPolygon: Bool
  /// Wins over places of lower priority that it shares its ground with; 0 unless the user said so.
  public var priority: Int
  /// Seconds at rest that make an arrival here; nil, the setting `[visits] arrive_after`.
  public var arriveAfterSeconds: Double?
  /// Whom the data is from, to be shown with it.
  public var attribution: String?

  /// A place.
  public init(
    id: Int, source: String, sourceID: String, name: String, category: String? = nil,
    position: Coordinate, radiusMeters: Double = 0, label: String = "",
    address: Address = Address(), names: [String: String] = [:], isPolygon: Bool = false,
    priority: Int = 0, arriveAfterSeconds: Double? = nil, attribution: String? = nil
  ) {
    self.id = id
    self.source = source
    self.sourceID = sourceID
    self.name = name
    self.category = category
    self.position = position
    self.radiusMeters = radiusMeters
    self.label = label
    self.address = address
    self.names = names
    self.isPolygon = isPolygon
    self.priority = priority
    self.arriveAfterSeconds = arriveAfterSeconds
    self.attribution = attribution
  }
}
