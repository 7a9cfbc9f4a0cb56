import Geography

/// What a user changes of a place; everything that is nil stays. An import does not touch it again.
public struct PlaceChanges: Hashable, Sendable {
  /// A new value, or none any more.
  public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The new value.
    case set(Value)
    /// It has none.
    case cleared

    /// The new value, nil where it has none.
    public var value: Value? { if case .set(let value) = self { value } else { nil } }
  }

  /// The name.
  public var name: String?
  /// The centre. A place with an outline loses it, unless `polygon` gives another.
  public var position: Coordinate?
  /// The radius in metres. A place with an outline loses it, unless `polygon` gives another.
  public var radiusMeters: Double?
  /// The outline.
  public var polygon: Change<Polygon>?
  /// The category's word.
  public var category: Change<String>?
  /// The street.
  public var street: Change<String>?
  /// The number of the house.
  public var houseNumber: Change<String>?
  /// The postal code.
  public var postcode: Change<String>?
  /// City, town or village.
  public var locality: Change<String>?
  /// State, province or canton.
  public var region: Change<String>?
  /// ISO 3166-1 alpha-2.
  public var countryCode: Change<String>?
  /// Further names to set or to clear; those not mentioned stay.
  public var names: [String: Change<String>]
  /// The priority.
  public var priority: Int?
  /// Seconds at rest that make an arrival.
  public var arriveAfterSeconds: Change<Double>?

  /// Changes nothing until something is set.
  public init(
    name: String? = nil, position: Coordinate? = nil, radiusMeters: Double? = nil,
    polygon: Change<Polygon>? = nil, category: Change<String>? = nil,
    street: Change<String>? = nil, houseNumber: Change<String>? = nil,
    postcode: Change<String>? = nil, locality: Change<String>? = nil,
    region: Change<String>? = nil, countryCode: Change<String>? = nil,
    names: [String: Change<String>] = [:], priority: Int? = nil,
    arriveAfterSeconds: Change<Double>? = nil
  ) {
    self.name = name
    self.position = position
    self.radiusMeters = radiusMeters
    self.polygon = polygon
    self.category = category
    self.street = street
    self.houseNumber = houseNumber
    self.postcode = postcode
    self.locality = locality
    self.region = region
    self.countryCode = countryCode
    self.names = names
    self.priority = priority
    self.arriveAfterSeconds = arriveAfterSeconds
  }
}
