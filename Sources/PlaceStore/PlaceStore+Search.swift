import Geography
import Places
import SQLite

extension PlaceStore {
  /// The places whose name fits `query`, the best first: as one types, near `position` first,
  /// accents and typing errors forgiven. Localities are among them. `category` is a category's or a
  /// group's word; ties go by number. A query without a word gives nothing. Of the source `hidden` no
  /// place is found, nor do its places change what else is.
  public func search(
    _ query: String, near position: Coordinate? = nil, withinMeters: Double? = nil,
    category: String? = nil, hiding hidden: String? = nil, limit: Int
  ) throws(StoreError) -> [Place] {
    let codes = try codes(matching: category)
    return try attempt { () throws(SQLiteError) in
      let hiddenSource = try hidden.flatMap { name throws(SQLiteError) in
        try sourceID(named: name)
      }
      guard
        let query = SearchQuery(
          text: query, position: position, withinMeters: withinMeters, categories: codes,
          hiddenSource: hiddenSource, limit: limit)
      else { return [] }
      var places: [Place] = []
      for id in try searchReader.run(query) {
        if let row = try row(id: id) { places.append(try shown(row)) }
      }
      return places
    }
  }

  /// How many places a name may mean before the rest is not looked at.
  private static let mostNamesakes = 100

  /// The places that a user means by a name: those called exactly so, letter case and accents
  /// forgiven; where there are none, those whose name begins so. The nearest first.
  public func places(named name: String, near position: Coordinate?) throws(StoreError) -> [Place] {
    let wanted = NameFolding.folded(name)
    guard !wanted.isEmpty else { return [] }
    let found = try search(name, near: position, limit: Self.mostNamesakes)
    func fits(_ place: Place, _ test: (String) -> Bool) -> Bool {
      test(NameFolding.folded(place.name))
        || place.names.values.contains { test(NameFolding.folded($0)) }
    }
    let exact = found.filter { fits($0) { $0 == wanted } }
    let fitting = exact.isEmpty ? found.filter { fits($0) { $0.hasPrefix(wanted) } } : exact
    guard let position else { return fitting.sorted { $0.id < $1.id } }
    return fitting.map { ($0, position.distance(to: $0.position)) }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }.map(\.0)
  }
}
