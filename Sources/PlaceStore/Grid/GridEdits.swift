import SQLite

/// Changes to the grid, collected and then made tile by tile, each tile read and written once.
///
/// One place edited is a batch of one or two; an import's step is a batch of thousands, which arrive
/// in the order of the curve. Tiles split when they overflow and join when they empty; what is
/// appended behind the last tile of a class is packed without gaps. Needs a transaction.
package struct GridEdits {
  private struct Edit {
    var gridClass: UInt8
    var code: UInt64
    var entry: GridEntry
    var isInsertion: Bool
  }

  private var edits: [Edit] = []

  package init() {}

  package var isEmpty: Bool { edits.isEmpty }
  package var count: Int { edits.count }

  package mutating func insert(_ row: PlaceRow) { append(row, isInsertion: true) }

  /// `row` as it was when it was inserted.
  package mutating func remove(_ row: PlaceRow) { append(row, isInsertion: false) }

  private mutating func append(_ row: PlaceRow, isInsertion: Bool) {
    let (entry, gridClass) = GridEntry.of(row)
    edits.append(
      Edit(gridClass: gridClass, code: entry.code, entry: entry, isInsertion: isInsertion))
  }

  /// Makes the changes and forgets them.
  package mutating func apply(to tiles: GridTiles) throws(SQLiteError) {
    // Removals first: of a place that was moved a little, both may concern one tile.
    edits.sort {
      ($0.gridClass, $0.code, $0.isInsertion ? 1 : 0, $0.entry.id)
        < ($1.gridClass, $1.code, $1.isInsertion ? 1 : 0, $1.entry.id)
    }
    var next = 0
    while next < edits.count { next = try applyToOneTile(from: next, tiles) }
    edits = []
  }

  /// Changes the tile that the edit at `first` belongs to; the index of the first edit beyond it.
  private func applyToOneTile(from first: Int, _ tiles: GridTiles) throws(SQLiteError) -> Int {
    let edit = edits[first]
    guard
      var tile = try tiles.first(
        from: GridKey(class: edit.gridClass, code: edit.code), inClass: edit.gridClass)
    else { return try appendBehindLastTile(from: first, tiles) }
    guard edit.isInsertion else {
      try remove(edit, startingAt: tile, tiles)
      return first + 1
    }
    // A stack of equal positions may fill several tiles: the one with room takes the entry.
    tile = try roomierTile(of: edit.code, than: tile, tiles)
    var end = first
    var insertions: [GridEntry] = []
    while end < edits.count, edits[end].gridClass == edit.gridClass,
      edits[end].code <= tile.key.code, edits[end].isInsertion
    {
      insertions.append(edits[end].entry)
      end += 1
    }
    try tiles.write(Self.merged(tile.entries, insertions), over: tile)
    return end
  }

  /// Of the tiles that hold nothing but `code`, the first with room, else the last; `tile` itself
  /// where it has room or holds other places too.
  private func roomierTile(
    of code: UInt64, than tile: GridTile, _ tiles: GridTiles
  ) throws(SQLiteError) -> GridTile {
    var chosen = tile
    while chosen.entries.count >= GridEntry.tileCapacity, chosen.entries.first?.code == code,
      chosen.key.code == code,
      let next = try tiles.first(after: chosen.key, inClass: chosen.key.gridClass),
      next.key.code == code
    {
      chosen = next
    }
    return chosen
  }

  private func remove(
    _ edit: Edit, startingAt tile: GridTile, _ tiles: GridTiles
  ) throws(SQLiteError) {
    var tile = tile
    while true {
      if let index = tile.entries.firstIndex(where: {
        $0.id == edit.entry.id && $0.code == edit.code
      }) {
        var rest = tile.entries
        rest.remove(at: index)
        return try tiles.writeShrunk(rest, over: tile)
      }
      // Only a stack that fills the tile goes on in the next one.
      guard let last = tile.entries.last, last.code <= edit.code,
        let next = try tiles.first(after: tile.key, inClass: tile.key.gridClass)
      else { return }
      tile = next
    }
  }

  private func appendBehindLastTile(
    from first: Int, _ tiles: GridTiles
  ) throws(SQLiteError) -> Int {
    let gridClass = edits[first].gridClass
    var end = first
    var insertions: [GridEntry] = []
    while end < edits.count, edits[end].gridClass == gridClass {
      // A removal behind the last tile removes nothing: the grid is damaged, and a check says so.
      if edits[end].isInsertion { insertions.append(edits[end].entry) }
      end += 1
    }
    guard !insertions.isEmpty else { return end }
    if let last = try tiles.last(inClass: gridClass),
      last.entries.count < GridEntry.tileCapacity
    {
      try tiles.delete(last.key)
      insertions = last.entries + insertions
    }
    try tiles.pack(insertions, class: gridClass)
    return end
  }

  private static func merged(_ old: [GridEntry], _ new: [GridEntry]) -> [GridEntry] {
    var merged: [GridEntry] = []
    merged.reserveCapacity(old.count + new.count)
    var rest = new[...]
    for entry in old {
      let code = entry.code
      while let first = rest.first, first.code < code { merged.append(rest.removeFirst()) }
      merged.append(entry)
    }
    merged.append(contentsOf: rest)
    return merged
  }
}
