import Geography
import PlaceStore
import Places

/// A place as a reader found it in a file.
struct ImportedPlace {
  var name = ""
  var sourceID: String?
  /// The source it had in the table it was exported from.
  var source: String?
  var category: UInt16 = 0
  var position: Coordinate
  var radiusMeters = 0.0
  var polygon: Polygon?
  var names: [String: String] = [:]
  var address = Address()
  var priority = 0
  var arriveAfterSeconds: Double?
  var attribution: String?
  /// Of several OpenStreetMap objects for one place the one with the highest rank stays.
  var rank: UInt8 = 0
  /// It is a bus stop of OpenStreetMap.
  var isBusStop = false

  init(position: Coordinate) { self.position = position }

  /// Sets position and extent.
  mutating func setExtent(_ extent: ImportedExtent) {
    position = extent.position
    radiusMeters = extent.radiusMeters
    polygon = extent.polygon
  }
}

/// Where a place is.
struct ImportedExtent {
  var position: Coordinate
  var radiusMeters = 0.0
  var polygon: Polygon?
}

/// What a reader came upon.
enum ImportedItem {
  /// A place, and the line it starts on.
  case place(ImportedPlace, line: Int)
  /// Something that is no place; why.
  case skipped(SkipReason)
  /// Something that cannot be read.
  case bad(BadRow)
}

/// Why something in a file became no place, as `ImportCounts.skipped` names it.
enum SkipReason: String {
  case noName = "no_name"
  case noPosition = "no_position"
  case outside
  case busStop = "bus_stop"
  case double
  case duplicate
  case removed
  case lowConfidence = "low_confidence"
  case closed
  case notAPlace = "not_a_place"
  case tooLarge = "too_large"
}

/// Reads a file, one thing after another.
protocol PlaceReader {
  /// The next thing; nil at the end of the file. Throws where the rest cannot be read at all.
  mutating func next() throws(ImportError) -> ImportedItem?
  /// Bytes of the file read so far.
  var bytesRead: Int { get }
  /// Whom the data seems to be from.
  var attribution: String? { get }
}
