import Geography
import JSON
import Places

extension JSONWriter {
  /// Decimals of a coordinate in degrees: 1 cm, well below what a receiver knows.
  static let coordinateDecimals = 7
  /// Decimals of a probability: a sum over hundreds of them is still right to 1e-6.
  static let probabilityDecimals = 9

  /// Writes `lat` and `lon`.
  public mutating func members(of position: Coordinate) {
    member("lat", position.latitude, decimals: Self.coordinateDecimals)
    member("lon", position.longitude, decimals: Self.coordinateDecimals)
  }

  /// Writes a time, unless it is nil.
  public mutating func member(_ name: String, _ time: UTCTime?) {
    member(name, time?.description)
  }

  /// Writes a place; those of its members that are empty or ordinary are left out, but for `polygon`
  /// and `radius_m`.
  public mutating func value(_ place: Place) {
    value(PlaceEntry(place: place))
  }

  /// Writes a place and what the list says of it.
  public mutating func value(_ entry: PlaceEntry) {
    let place = entry.place
    beginObject()
    member("id", place.id)
    member("source", place.source)
    member("source_id", place.sourceID)
    member("name", place.name)
    member("category", place.category)
    members(of: place.position)
    member("radius_m", place.radiusMeters, decimals: 1)
    member("label", place.label.isEmpty ? nil : place.label)
    if place.address != Address() {
      key("address")
      value(place.address)
    }
    if !place.names.isEmpty {
      object("names") { writer in
        for (kind, name) in place.names.sorted(by: { $0.key < $1.key }) {
          writer.member(kind, name)
        }
      }
    }
    member("polygon", place.isPolygon)
    member("priority", place.priority == 0 ? nil : place.priority)
    member("arrive_after_s", place.arriveAfterSeconds, decimals: 1)
    member("attribution", place.attribution)
    member("distance_m", entry.distanceMeters, decimals: 2)
    member("bearing_deg", entry.bearingDegrees, decimals: 1)
    member("likelihood", entry.likelihood, decimals: Self.probabilityDecimals)
    member("within", entry.within, decimals: Self.probabilityDecimals)
    endObject()
  }

  /// Writes an address.
  public mutating func value(_ address: Address) {
    beginObject()
    member("street", address.street)
    member("housenumber", address.houseNumber)
    member("postcode", address.postcode)
    member("locality", address.locality)
    member("region", address.region)
    member("country_code", address.countryCode)
    endObject()
  }

  /// Writes the words for a position.
  public mutating func value(_ here: Here) {
    beginObject()
    member("label", here.label)
    member("locality", here.locality)
    member("region", here.region)
    member("country_code", here.countryCode)
    endObject()
  }
}
