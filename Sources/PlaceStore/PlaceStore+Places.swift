import Geography
import Places
import SQLite

extension PlaceStore {
  /// The place with this number; nil when there is none, or none any more.
  public func place(id: Int) throws(StoreError) -> Place? {
    try attempt { () throws(SQLiteError) in
      guard let row = try row(id: id) else { return nil }
      return try shown(row)
    }
  }

  /// The places called `sourceID` in `source`, or in any source where that is nil.
  public func places(source: String?, sourceID: String) throws(StoreError) -> [Place] {
    try attempt { () throws(SQLiteError) in
      try rows(source: source, sourceID: sourceID).map { row throws(SQLiteError) in
        try shown(row)
      }
    }
  }

  /// The outline of a place; nil where it has none.
  public func polygon(id: Int) throws(StoreError) -> Polygon? {
    try attempt { () throws(SQLiteError) in
      guard let row = try row(id: id), row.hasShape else { return nil }
      return try shape(of: row.id, around: row.position)
    }
  }

  /// Places in the order of their numbers, those after `id` first; `limit` at most. `category` is a
  /// category's or a group's word.
  public func list(
    source: String? = nil, category: String? = nil, after id: Int = 0, limit: Int
  ) throws(StoreError) -> [Place] {
    let codes = try codes(matching: category)
    return try attempt { () throws(SQLiteError) in
      var places: [Place] = []
      var sourceNumber: Int?
      if let source {
        sourceNumber = try self.sourceID(named: source)
        if sourceNumber == nil { return [] }
      }
      let statement = try statements.statement(
        "SELECT \(PlaceRow.columns) FROM place WHERE id > ? ORDER BY id")
      try statement.bind(1, id)
      while places.count < limit, try statement.step() {
        if let sourceNumber, statement.int(1) != sourceNumber { continue }
        if let codes, !codes.contains(UInt16(truncatingIfNeeded: statement.int(4))) { continue }
        places.append(try shown(PlaceRow(statement)))
      }
      statement.reset()
      return places
    }
  }

  /// How many places there are.
  public var placeCount: Int {
    (try? database.integer("SELECT places FROM tally")).flatMap { $0 }.map(Int.init) ?? 0
  }

  /// Metres from `position` to the place's edge, 0 inside.
  public func distanceMeters(from position: Coordinate, to place: Place) throws(StoreError)
    -> Double
  {
    EdgeDistance.meters(
      from: position, to: place.position, radiusMeters: place.radiusMeters,
      polygon: place.isPolygon ? try polygon(id: place.id) : nil)
  }

  /// The codes that a word means; throws with the nearest words for one that means nothing.
  func codes(matching word: String?) throws(StoreError) -> Set<UInt16>? {
    guard let word else { return nil }
    if let codes = Category.codes(matching: word) { return codes }
    let near = Category.suggestions(for: word)
    throw StoreError(
      .invalid, "'\(word)' is no category",
      hint: near.isEmpty ? nil : "Did you mean \(near.joined(separator: ", "))?")
  }

  func shown(_ row: PlaceRow) throws(SQLiteError) -> Place {
    let source = try source(id: row.source)
    return row.place(
      source: source.name, attribution: source.attribution, languages: languages)
  }

  package func row(id: Int) throws(SQLiteError) -> PlaceRow? {
    let statement = try statements.statement("SELECT \(PlaceRow.columns) FROM place WHERE id = ?")
    try statement.bind(1, id)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return PlaceRow(statement)
  }

  /// The rows with a source id, found by its hash and told apart by the id itself.
  package func rows(source: String?, sourceID: String) throws(SQLiteError) -> [PlaceRow] {
    var sourceNumbers: [Int] = []
    if let source {
      guard let number = try self.sourceID(named: source) else { return [] }
      sourceNumbers = [number]
    } else {
      let all = try statements.statement("SELECT id FROM source ORDER BY id")
      while try all.step() { sourceNumbers.append(all.int(0)) }
    }
    var rows: [PlaceRow] = []
    for number in sourceNumbers {
      for id in try placeIDs(source: number, hash: OriginHash.of(sourceID)) {
        if let row = try row(id: id), row.sourceID == sourceID { rows.append(row) }
      }
    }
    return rows
  }

  package func placeIDs(source: Int, hash: Int64) throws(SQLiteError) -> [Int] {
    let statement = try statements.statement(
      "SELECT place FROM origin WHERE source = ? AND hash = ?")
    try statement.bind(1, source)
    try statement.bind(2, hash)
    var ids: [Int] = []
    while try statement.step() { ids.append(statement.int(0)) }
    return ids
  }

  /// The bytes of a place's outline; nil where it has none.
  package func shapeBytes(of id: Int) throws(SQLiteError) -> [UInt8]? {
    let statement = try statements.statement("SELECT rings FROM shape WHERE id = ?")
    try statement.bind(1, id)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.blob(0)
  }

  package func shape(of id: Int, around center: FixedPoint) throws(SQLiteError) -> Polygon? {
    let statement = try statements.statement("SELECT rings FROM shape WHERE id = ?")
    try statement.bind(1, id)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.withBlob(0) { ShapeCoding.decode($0, around: center) }
  }
}
