import SQLite

/// A row of the table `tile`.
package struct GridTile: Sendable {
  package var key: GridKey
  /// In the order of the curve.
  package var entries: [GridEntry]
}

/// The table `tile`, row by row.
package final class GridTiles {
  private let first: Statement
  private let last: Statement
  private let lastDuplicate: Statement
  private let insert: Statement
  private let update: Statement
  private let remove: Statement

  package init(_ database: Database) throws(SQLiteError) {
    first = try database.prepare(
      "SELECT key, entries FROM tile WHERE key BETWEEN ? AND ? ORDER BY key LIMIT 1")
    last = try database.prepare(
      "SELECT key, entries FROM tile WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1")
    lastDuplicate = try database.prepare("SELECT max(key) FROM tile WHERE key BETWEEN ? AND ?")
    insert = try database.prepare("INSERT INTO tile VALUES(?, ?)")
    update = try database.prepare("UPDATE tile SET entries = ? WHERE key = ?")
    remove = try database.prepare("DELETE FROM tile WHERE key = ?")
  }

  /// The first tile of a class with this key or a higher one.
  package func first(from key: GridKey, inClass gridClass: UInt8) throws(SQLiteError) -> GridTile? {
    try tile(first, key, .last(ofClass: gridClass))
  }

  /// The first tile of a class with a higher key.
  package func first(after key: GridKey, inClass gridClass: UInt8) throws(SQLiteError) -> GridTile?
  {
    try tile(first, GridKey(value: key.value + 1), .last(ofClass: gridClass))
  }

  /// The last tile of a class.
  package func last(inClass gridClass: UInt8) throws(SQLiteError) -> GridTile? {
    try tile(last, GridKey(class: gridClass, code: 0), .last(ofClass: gridClass))
  }

  private func tile(
    _ statement: Statement, _ low: GridKey, _ high: GridKey
  ) throws(SQLiteError) -> GridTile? {
    try statement.bind(1, low.value)
    try statement.bind(2, high.value)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return GridTile(
      key: GridKey(value: statement.integer(0)),
      entries: statement.withBlob(1) { GridEntry.entries(in: $0) })
  }

  package func delete(_ key: GridKey) throws(SQLiteError) {
    try remove.bind(1, key.value)
    try remove.run()
  }

  private func replace(_ key: GridKey, _ entries: ArraySlice<GridEntry>) throws(SQLiteError) {
    try update.bind(1, GridEntry.bytes(of: entries))
    try update.bind(2, key.value)
    try update.run()
  }

  /// Writes a tile that has grown; one that is too full becomes several of equal size, the last of
  /// which keeps the key.
  package func write(_ entries: [GridEntry], over tile: GridTile) throws(SQLiteError) {
    let parts = (entries.count + GridEntry.tileCapacity - 1) / GridEntry.tileCapacity
    var start = 0
    for part in 1..<max(1, parts) {
      if let end = Self.cut(entries, near: entries.count * part / parts, after: start),
        let key = try freeKey(class: tile.key.gridClass, code: entries[end - 1].code)
      {
        try add(entries[start..<end], key: key)
        start = end
      }
    }
    try writeRest(entries[start...], over: tile)
  }

  /// What could not be parted between different positions: a stack on one position takes tiles of
  /// its own, sixteen at most, the last of which grows without bound.
  private func writeRest(_ rest: ArraySlice<GridEntry>, over tile: GridTile) throws(SQLiteError) {
    let full = rest.prefix(GridEntry.tileCapacity)
    guard rest.count > GridEntry.tileCapacity, let code = full.first?.code, full.last?.code == code,
      let key = try freeKey(class: tile.key.gridClass, code: code)
    else { return try replace(tile.key, rest) }
    let others = rest.dropFirst(GridEntry.tileCapacity)
    if code == tile.key.code {
      try replace(tile.key, full)
      try add(others, key: key)
    } else {
      try add(full, key: key)
      try writeRest(others, over: tile)
    }
  }

  /// The place nearest to `wanted`, behind `start`, where entries part without dividing equal
  /// positions; nil where there is none.
  private static func cut(_ entries: [GridEntry], near wanted: Int, after start: Int) -> Int? {
    for distance in 0..<entries.count {
      for place in [wanted - distance, wanted + distance]
      where place > start && place < entries.count {
        if entries[place - 1].code != entries[place].code { return place }
      }
    }
    return nil
  }

  /// Writes a tile that has lost an entry; an empty one goes, a small one joins the next if both fit
  /// with room to spare.
  package func writeShrunk(_ entries: [GridEntry], over tile: GridTile) throws(SQLiteError) {
    if entries.isEmpty { return try delete(tile.key) }
    if entries.count < GridEntry.tileCapacity / 4,
      let next = try first(after: tile.key, inClass: tile.key.gridClass),
      entries.count + next.entries.count <= GridEntry.tileCapacity * 3 / 4
    {
      try delete(tile.key)
      return try replace(next.key, (entries + next.entries)[...])
    }
    try replace(tile.key, entries[...])
  }

  /// Writes new tiles behind all others of the class, each filled to the last entry.
  package func pack(_ entries: [GridEntry], class gridClass: UInt8) throws(SQLiteError) {
    var rest = entries[...]
    while let last = rest.prefix(GridEntry.tileCapacity).last {
      guard let key = try freeKey(class: gridClass, code: last.code) else {
        // Sixteen full tiles of one position: the rest of the stack joins the last of them.
        let count = rest.prefix { $0.code == last.code }.count
        let stack = rest.prefix(count)
        rest = rest.dropFirst(count)
        let key = GridKey(class: gridClass, code: last.code, duplicate: 15)
        if let full = try first(from: key, inClass: gridClass), full.key == key {
          try replace(key, (full.entries + stack)[...])
        }
        continue
      }
      try add(rest.prefix(GridEntry.tileCapacity), key: key)
      rest = rest.dropFirst(GridEntry.tileCapacity)
    }
  }

  private func add(_ entries: ArraySlice<GridEntry>, key: GridKey) throws(SQLiteError) {
    try insert.bind(1, key.value)
    try insert.bind(2, GridEntry.bytes(of: entries))
    try insert.run()
  }

  /// A key for one more tile that ends at `code`, behind those that do; nil when there are sixteen.
  private func freeKey(class gridClass: UInt8, code: UInt64) throws(SQLiteError) -> GridKey? {
    try lastDuplicate.bind(1, GridKey(class: gridClass, code: code).value)
    try lastDuplicate.bind(2, GridKey(class: gridClass, code: code, duplicate: 15).value)
    guard try lastDuplicate.step() else { return nil }
    defer { lastDuplicate.reset() }
    guard !lastDuplicate.isNull(0) else { return GridKey(class: gridClass, code: code) }
    let highest = GridKey(value: lastDuplicate.integer(0))
    return highest.duplicate < 15
      ? GridKey(class: gridClass, code: code, duplicate: highest.duplicate + 1) : nil
  }
}
