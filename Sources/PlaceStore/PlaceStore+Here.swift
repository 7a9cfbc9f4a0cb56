import Geography
import Places
import SQLite

extension PlaceStore {
  /// How near a place with a street must be, in metres, for a position to be in that street, and for
  /// it to be at that number.
  private static let streetMeters = 50.0
  private static let numberMeters = 20.0
  /// How near a place with an address must be to tell the town where the table has no towns.
  private static let addressMeters = 2_000.0
  /// Places whose address is looked at.
  private static let addressesRead = 16
  /// How far beyond a position its towns are fetched, to be used again on the way.
  private static let townMargin = 2_000.0

  /// The words for a position: address, locality, region and country, from the table's localities
  /// and addresses; nil where it knows none.
  public func here(at position: Coordinate) throws(StoreError) -> Here? {
    try attempt { () throws(SQLiteError) in
      try noticeChanges()
      let town = try town(of: position)
      var address = try address(at: position, hasTown: town != nil)
      if let town {
        address.locality = town.shownName(languages: languages)
        address.region = town.address.region ?? address.region
        address.countryCode = town.address.countryCode ?? address.countryCode
      }
      let label = Label.text(name: nil, address: address)
      guard !label.isEmpty else { return nil }
      return Here(
        label: label, locality: address.locality, region: address.region,
        countryCode: address.countryCode)
    }
  }

  /// The address of the nearest place in a street, without its number where that is further away. Where
  /// it does not say in which town, the nearest address that does, unless the town is known.
  private func address(at position: Coordinate, hasTown: Bool) throws(SQLiteError) -> Address {
    var street: Address?
    var area: Address?
    let query = GridQuery(
      center: position, withinMeters: hasTown ? Self.streetMeters : Self.addressMeters,
      limit: Self.addressesRead)
    for hit in try grid.run(query) {
      let canTellStreet =
        street == nil
        ? hit.distanceMeters <= Self.streetMeters
        : street?.houseNumber == nil && hit.distanceMeters <= Self.numberMeters
      let canTellArea = !hasTown && street?.locality == nil && area == nil
      // Nothing further away tells more.
      guard canTellStreet || canTellArea else { break }
      guard let found = try row(id: Int(hit.id))?.address else { continue }
      if canTellArea, found.locality != nil || found.countryCode != nil { area = found }
      guard canTellStreet, found.street != nil else { continue }
      if street == nil {
        street = found
        street?.houseNumber = nil
      }
      if found.street == street?.street, hit.distanceMeters <= Self.numberMeters {
        street?.houseNumber = found.houseNumber
      }
    }
    var address = street ?? Address()
    if address.locality == nil, let area {
      address.locality = area.locality
      address.region = area.region
      address.countryCode = area.countryCode
    }
    return address
  }

  /// The row of the town that the position belongs to. The towns around are fetched once for some
  /// kilometres of way and ranked anew for each position.
  private func town(of position: Coordinate) throws(SQLiteError) -> PlaceRow? {
    if towns == nil || towns!.anchor.distance(to: position) > Self.townMargin {
      let hits = try grid.run(
        GridQuery(
          center: position, withinMeters: LocalityChoice.maximumMeters + Self.townMargin,
          classes: GridClass.localities, categories: LocalityChoice.codes))
      towns = NearbyTowns(anchor: position, hits: hits, polygons: grid.polygons)
    }
    guard let towns else { return nil }
    let ranked = towns.hits.compactMap { hit -> (rank: Double, id: Int)? in
      let distance = EdgeDistance.meters(
        from: position, to: hit.position.coordinate, radiusMeters: hit.radiusMeters,
        polygon: towns.polygons[hit.id])
      return LocalityChoice.rank(category: hit.category, distanceMeters: distance)
        .map { ($0, Int(hit.id)) }
    }
    guard let best = ranked.min(by: { ($0.rank, $0.id) < ($1.rank, $1.id) }) else { return nil }
    return try row(id: best.id)
  }
}

/// The towns around a position, with some to spare.
struct NearbyTowns {
  var anchor: Coordinate
  var hits: [GridHit]
  var polygons: [UInt32: Polygon]
}
