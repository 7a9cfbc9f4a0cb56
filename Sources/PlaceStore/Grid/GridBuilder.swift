import Geography
import Glibc
import SQLite

/// Builds the table `tile` anew from the place rows, in bounded memory.
///
/// The rows are read once; their entries are sorted in runs in a file beside the database, merged,
/// and appended tile by tile, each filled to the last entry. Rows whose ids were given in the order of
/// the curve, as an import gives them, arrive almost sorted. Needs a transaction.
package struct GridBuilder {
  private let database: Database
  private let path: String
  private let file: RunFile

  /// The grid of the database at `path`; `file` takes the runs.
  package init(_ database: Database, path: String, runsIn file: RunFile) {
    self.database = database
    self.path = path
    self.file = file
  }

  /// Replaces all tiles.
  package func build() throws(StoreError) {
    do {
      try database.execute("DELETE FROM tile")
      let runs = SortedRuns(in: file)
      try collect(into: runs)
      try pack(MergedRuns(try runs.finish(), in: file))
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    } catch let error as FileError {
      throw StoreError(
        error.code == ENOSPC ? .full : .failed, "the index cannot be sorted: \(error.message)")
    } catch {
      throw StoreError(.failed, "the index cannot be built: \(error)")
    }
  }

  private func collect(into runs: SortedRuns) throws {
    let rows = try database.prepare(
      """
      SELECT id, category, lat, lon, radius_mm, has_shape, priority, arrive_after IS NOT NULL
      FROM place
      """)
    var row = PlaceRow()
    while try rows.step() {
      row.id = rows.int(0)
      row.category = UInt16(truncatingIfNeeded: rows.int(1))
      row.position = FixedPoint(latitude: rows.int(2), longitude: rows.int(3))
      row.radiusMillimeters = max(0, rows.int(4))
      row.hasShape = rows.int(5) != 0
      row.priority = rows.int(6)
      row.arriveAfterSeconds = rows.int(7) != 0 ? 0 : nil
      let (entry, gridClass) = GridEntry.of(row)
      let key = GridKey(class: gridClass, code: entry.code)
      // The key tells the position; the rest of the entry is the payload.
      let payload = SIMD4<UInt32>(
        entry.id, UInt32(entry.radiusSteps) | UInt32(entry.category) << 16,
        entry.flaggedLatitude & ~GridEntry.positionMask, 0)
      let result = withUnsafeBytes(of: payload) { bytes in
        Result { () throws(FileError) in
          try runs.add(
            key: UInt64(bitPattern: key.value), UnsafeRawBufferPointer(rebasing: bytes[..<12]))
        }
      }
      try result.get()
    }
  }

  private func pack(_ merged: MergedRuns) throws {
    var merged = merged
    let tiles = try GridTiles(database)
    var pending: [GridEntry] = []
    var pendingClass: UInt8 = 0
    // A stack of equal positions is packed in one go, so that its tiles' numbers follow each other.
    let batch = 64 * GridEntry.tileCapacity
    var failure: (any Error)?
    func flush(all: Bool) throws {
      let whole =
        all ? pending.count : pending.count / GridEntry.tileCapacity * GridEntry.tileCapacity
      try tiles.pack(Array(pending[..<whole]), class: pendingClass)
      pending.removeFirst(whole)
    }
    while try merged.next({ key, payload in
      let key = GridKey(value: Int64(bitPattern: key))
      do {
        if key.gridClass != pendingClass {
          try flush(all: true)
          pendingClass = key.gridClass
        } else if pending.count >= batch {
          try flush(all: false)
        }
      } catch {
        failure = error
      }
      let position = CurvePosition(code: key.code)
      let id = payload.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let packed = payload.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      let flags = payload.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      pending.append(
        GridEntry(
          flaggedLatitude: position.latitude | flags, longitude: position.longitude, id: id,
          radiusSteps: UInt16(truncatingIfNeeded: packed),
          category: UInt16(truncatingIfNeeded: packed >> 16)))
    }) {
      if let failure { throw failure }
    }
    try flush(all: true)
  }
}
