/// A postal address, as far as it is known.
public struct Address: Hashable, Sendable {
  /// The street's name.
  public var street: String?
  /// The number of the house, which may have letters.
  public var houseNumber: String?
  /// The postal code.
  public var postcode: String?
  /// City, town or village.
  public var locality: String?
  /// State, province or canton, as it is written on a letter.
  public var region: String?
  /// ISO 3166-1 alpha-2, upper case.
  public var countryCode: String?

  /// An address.
  public init(
    street: String? = nil, houseNumber: String? = nil, postcode: String? = nil,
    locality: String? = nil, region: String? = nil, countryCode: String? = nil
  ) {
    self.street = street
    self.houseNumber = houseNumber
    self.postcode = postcode
    self.locality = locality
    self.region = region
    self.countryCode = countryCode
  }
}

/// The words for a position, from the table's localities and addresses.
public struct Here: Hashable, Sendable {
  /// The position in words: address or locality, region, country.
  public var label: String
  /// City, town or village.
  public var locality: String?
  /// State, province or canton.
  public var region: String?
  /// ISO 3166-1 alpha-2, upper case.
  public var countryCode: String?

  /// The words for a position.
  public init(
    label: String, locality: String? = nil, region: String? = nil, countryCode: String? = nil
  ) {
    self.label = label
    self.locality = locality
    self.region = region
    self.countryCode = countryCode
  }
}
