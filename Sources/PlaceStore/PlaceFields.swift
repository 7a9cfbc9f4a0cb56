/// The fields of a place that a user can change, as a set: what he changed, no import overwrites.
package struct PlaceFields: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let name = PlaceFields(rawValue: 1)
  package static let extent = PlaceFields(rawValue: 1 << 1)
  package static let category = PlaceFields(rawValue: 1 << 2)
  package static let street = PlaceFields(rawValue: 1 << 3)
  package static let houseNumber = PlaceFields(rawValue: 1 << 4)
  package static let postcode = PlaceFields(rawValue: 1 << 5)
  package static let locality = PlaceFields(rawValue: 1 << 6)
  package static let region = PlaceFields(rawValue: 1 << 7)
  package static let country = PlaceFields(rawValue: 1 << 8)
  package static let names = PlaceFields(rawValue: 1 << 9)
  package static let priority = PlaceFields(rawValue: 1 << 10)
  package static let arriveAfter = PlaceFields(rawValue: 1 << 11)
}
