import Detection
import Geography
import Places
import SQLite

extension PlaceStore {
  /// Adds a place; durable when this returns. `visits`: stops that the user says were at it; they
  /// become visits of it, and teach.
  public func add(
    _ draft: PlaceDraft, confirming visits: [Visit] = []
  ) throws(StoreError) -> Place {
    var row = try PlaceValidation.row(from: draft)
    let source = try PlaceValidation.text(draft.source, "source")
    guard !source.isEmpty else { throw StoreError(.invalid, "a place needs a source") }
    return try write { () throws(StoreError) in
      if !row.sourceID.isEmpty,
        try !attempt({ () throws(SQLiteError) in
          try self.rows(source: source, sourceID: row.sourceID).isEmpty
        })
      {
        throw StoreError(
          .invalid, "'\(source)' has a place with the source_id '\(row.sourceID)' already",
          hint: "Update that one, or leave source_id out.")
      }
      return try attempt { () throws(SQLiteError) in
        row.source = try makeSource(named: source)
        row.id = try takePlaceIDs(1)
        if row.sourceID.isEmpty { row.sourceID = try freeSourceID(source, for: row.id) }
        var edits = GridEdits()
        let shape = draft.polygon.map { ShapeCoding.encode($0, around: row.position) }
        try insert(row, shape: shape, edits: &edits)
        try insertOrigin(of: row)
        try edits.apply(to: tiles)
        try count(added: 1)
        for var visit in visits {
          visit.placeID = row.id
          visit.isConfirmed = true
          try upsert(visit)
          if let lesson = StoredLesson(correcting: visit) { try insert(lesson) }
        }
        return try shown(row)
      }
    }
  }

  /// Changes a place; durable when this returns. What is changed here no import changes again.
  public func update(id: Int, _ changes: PlaceChanges) throws(StoreError) -> Place {
    try write { () throws(StoreError) in
      guard let old = try attempt({ () throws(SQLiteError) in try self.row(id: id) }) else {
        throw Self.noSuchPlace(id)
      }
      var polygon = try attempt { () throws(SQLiteError) in
        old.hasShape ? try shape(of: id, around: old.position) : nil
      }
      var row = old
      try Self.apply(changes, to: &row, polygon: &polygon)
      return try attempt { () throws(SQLiteError) in
        var edits = GridEdits()
        let shape = polygon.map { ShapeCoding.encode($0, around: row.position) }
        try replace(old, with: row, shape: shape, edits: &edits)
        try edits.apply(to: tiles)
        try count(updated: 1)
        return try shown(row)
      }
    }
  }

  /// Removes a place, for ever: no import brings it back, and what it taught goes with it. The place
  /// as it was; durable when this returns.
  public func remove(id: Int) throws(StoreError) -> Place {
    try write { () throws(StoreError) in
      guard let row = try attempt({ () throws(SQLiteError) in try self.row(id: id) }) else {
        throw Self.noSuchPlace(id)
      }
      return try attempt { () throws(SQLiteError) in
        let place = try shown(row)
        var edits = GridEdits()
        try delete(row, byUser: true, edits: &edits)
        try forgetLessons(ofPlace: id)
        try edits.apply(to: tiles)
        try count(removed: 1)
        return place
      }
    }
  }

  /// The place's number; with a tail where a place that was imported from an export has that.
  private func freeSourceID(_ source: String, for id: Int) throws(SQLiteError) -> String {
    var candidate = String(id)
    var tail = 1
    while try !rows(source: source, sourceID: candidate).isEmpty {
      tail += 1
      candidate = "\(id)-\(tail)"
    }
    return candidate
  }

  private static func noSuchPlace(_ id: Int) -> StoreError {
    StoreError(
      .notFound, "there is no place \(id)", hint: "'placectl search NAME' finds a place's number.")
  }

  private static func apply(
    _ changes: PlaceChanges, to row: inout PlaceRow, polygon: inout Polygon?
  ) throws(StoreError) {
    if let name = changes.name {
      row.name = try PlaceValidation.text(name, "name")
      guard !row.name.isEmpty else { throw StoreError(.invalid, "a place needs a name") }
      row.edited.insert(.name)
    }
    if changes.position != nil || changes.radiusMeters != nil || changes.polygon != nil {
      polygon = changes.polygon?.value
      try PlaceValidation.setExtent(
        of: &row, position: changes.position ?? row.position.coordinate,
        radiusMeters: changes.radiusMeters ?? row.radiusMeters, polygon: polygon)
      row.edited.insert(.extent)
    }
    if let category = changes.category {
      row.category = try PlaceValidation.category(category.value)
      row.edited.insert(.category)
    }
    func text(
      _ change: PlaceChanges.Change<String>?, _ field: String, _ bit: PlaceFields,
      _ path: WritableKeyPath<Address, String?>
    ) throws(StoreError) {
      guard let change else { return }
      row.address[keyPath: path] = try PlaceValidation.optionalText(change.value, field)
      row.edited.insert(bit)
    }
    try text(changes.street, "street", .street, \.street)
    try text(changes.houseNumber, "housenumber", .houseNumber, \.houseNumber)
    try text(changes.postcode, "postcode", .postcode, \.postcode)
    try text(changes.locality, "locality", .locality, \.locality)
    try text(changes.region, "region", .region, \.region)
    if let country = changes.countryCode {
      row.address.countryCode = try PlaceValidation.country(country.value)
      row.edited.insert(.country)
    }
    if !changes.names.isEmpty {
      var names = row.names
      for (kind, change) in changes.names { names[kind] = change.value }
      row.names = try PlaceValidation.names(names)
      row.edited.insert(.names)
    }
    if let priority = changes.priority {
      row.priority = try PlaceValidation.priority(priority)
      row.edited.insert(.priority)
    }
    if let seconds = changes.arriveAfterSeconds {
      row.arriveAfterSeconds = try PlaceValidation.arriveAfter(seconds.value)
      row.edited.insert(.arriveAfter)
    }
  }
}
