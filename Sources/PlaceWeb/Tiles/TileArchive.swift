import SQLite

/// A file of map tiles, MBTiles 1.3: an SQLite database with a table or view `tiles` and one of
/// `metadata`.
final class TileArchive {
  /// Why a file gives no tiles.
  struct Failure: Error {
    let message: String
  }

  /// Levels that a tile may have; 2^30 tiles a side are finer than a metre.
  private static let possibleZooms = 0...30

  /// What its tiles are.
  let format: TileFormat
  /// The levels that it has.
  let zooms: ClosedRange<Int>
  /// West, south, east, north in degrees; nil where the file does not say.
  let bounds: [Double]?
  /// To be shown; plain text.
  let attribution: String?
  /// Pixels of a tile's side, as it is to be drawn.
  let tileSize: Int

  private let database: Database
  private let query: Statement

  /// Opens the file at `path`, which nobody changes while it is open.
  convenience init(path: String) throws(Failure) {
    do {
      // The system caches the file, and a browser reads a tile once.
      let database = try Database(path: path, mode: .immutable)
      try database.execute("PRAGMA cache_size=-256")
      try self.init(database)
    } catch let error as SQLiteError {
      throw Failure(
        message: error.code == .cannotOpen
          ? "it cannot be read" : "it is no file of tiles: \(error.message)")
    } catch {
      throw error as? Failure ?? Failure(message: "\(error)")
    }
  }

  private init(_ database: Database) throws {
    self.database = database
    query = try database.prepare(
      "SELECT tile_data FROM tiles WHERE zoom_level=?1 AND tile_column=?2 AND tile_row=?3")
    guard let least = try database.integer("SELECT min(zoom_level) FROM tiles"),
      let most = try database.integer("SELECT max(zoom_level) FROM tiles"),
      let first = Int(exactly: least), let last = Int(exactly: most),
      Self.possibleZooms.contains(first), Self.possibleZooms.contains(last)
    else { throw Failure(message: "it holds no tiles of the zooms 0 to 30") }
    zooms = first...last
    let sample = try database.prepare(
      "SELECT tile_data FROM tiles WHERE length(tile_data) > 0 LIMIT 1")
    guard try sample.step(), let format = sample.withBlob(0, TileFormat.init(sniffing:)) else {
      throw Failure(message: "its tiles are neither PNG, JPEG, WebP nor vector tiles")
    }
    self.format = format
    let width = sample.withBlob(0) { ImageWidth.of($0, format) }
    tileSize = width.flatMap { (64...2048).contains($0) ? $0 : nil } ?? format.usualSize
    bounds = try Self.metadata("bounds", database).flatMap(Self.bounds)
    attribution =
      try Self.metadata("attribution", database).map(PlainText.withoutMarkup)
      ?? (try Self.isOpenStreetMap(database) ? "© OpenStreetMap contributors" : nil)
  }

  /// Whether a file that does not name its origin is of the schema that is made from OpenStreetMap
  /// alone: what tilemaker writes says no more.
  private static func isOpenStreetMap(_ database: Database) throws -> Bool {
    try metadata("name", database)?.lowercased().contains("openmaptiles") ?? false
  }

  private static func metadata(_ name: String, _ database: Database) throws -> String? {
    guard try database.integer("SELECT 1 FROM sqlite_master WHERE name='metadata'") != nil else {
      return nil
    }
    let statement = try database.prepare("SELECT value FROM metadata WHERE name=?1")
    try statement.bind(1, name)
    guard try statement.step(), let value = statement.optionalText(0), !value.isEmpty else {
      return nil
    }
    return value
  }

  private static func bounds(_ text: String) -> [Double]? {
    let numbers = text.split(separator: ",").compactMap { part in
      Double(part.filter { $0 != " " })
    }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2],
      numbers[1] < numbers[3], abs(numbers[1]) <= 90, abs(numbers[3]) <= 90,
      abs(numbers[0]) <= 180, abs(numbers[2]) <= 180
    else { return nil }
    return numbers
  }

  /// The tile at `x`, counted from the west, and `y`, from the north; nil where the file has none.
  func tile(zoom: Int, x: Int, y: Int) throws(Failure) -> (bytes: [UInt8], isGzipped: Bool)? {
    guard zooms.contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else {
      return nil
    }
    do throws(SQLiteError) {
      query.reset()
      try query.bind(1, zoom)
      try query.bind(2, x)
      // The rows of MBTiles count from the south.
      try query.bind(3, (1 << zoom) - 1 - y)
      guard try query.step() else { return nil }
      let bytes = query.blob(0)
      query.reset()
      return bytes.isEmpty ? nil : (bytes, bytes.starts(with: [0x1F, 0x8B]))
    } catch {
      throw Failure(message: "a tile cannot be read: \(error.message)")
    }
  }
}
