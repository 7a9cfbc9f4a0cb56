import Geography
import Places
import SQLite

extension PlaceStore {
  /// The places whose name fits `query`, the best first: as one types, near `position` first,
  /// accents and typing errors forgiven. Localities are among them. `category` is a category's or a
  /// group's word; ties go by number.
  public func search(
    _ query: String, near position: Coordinate? = nil, withinMeters: Double? = nil,
    category: String? = nil, limit: Int
  ) throws(StoreError) -> [Place] {
    let codes = try codes(matching: category)
    let wanted = NameFolding.folded(query)
    return try attempt { () throws(SQLiteError) in
      try allRows().filter { codes?.contains($0.row.category) ?? true }
        .filter { NameFolding.folded($0.row.name).contains(wanted) }
        .map { entry in
          (
            row: entry.row,
            distance: position.map { max(0, edgeDistance(from: $0, to: entry)) } ?? 0
          )
        }
        .filter { $0.distance <= withinMeters ?? .infinity }
        .sorted { ($0.distance, $0.row.id) < ($1.distance, $1.row.id) }
        .prefix(limit).map { entry throws(SQLiteError) in try shown(entry.row) }
    }
  }

  /// The places that a user means by a name: those called exactly so, letter case and accents
  /// forgiven; where there are none, those whose name begins so. The nearest first.
  public func places(named name: String, near position: Coordinate?) throws(StoreError) -> [Place] {
    let wanted = NameFolding.folded(name)
    return try search(name, near: position, limit: .max).filter {
      NameFolding.folded($0.name) == wanted
    }
  }

  /// The words for a position: address, locality, region and country, from the table's localities
  /// and addresses; nil where it knows none.
  public func here(at position: Coordinate) throws(StoreError) -> Here? {
    guard
      let nearest = try nearest(to: position, withinMeters: 15_000, category: "locality", limit: 1)
        .first?.place
    else { return nil }
    let address = nearest.address
    return Here(
      label: Label.text(name: nil, address: address), locality: address.locality ?? nearest.name,
      region: address.region, countryCode: address.countryCode)
  }
}
