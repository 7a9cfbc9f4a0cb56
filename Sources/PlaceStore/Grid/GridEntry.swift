import Geography
import Places

/// A place as a tile holds it, in 16 bytes: `u32` latitude with four flags above its 28 bits, `u32`
/// longitude, `u32` place id, `u16` radius in steps of its class, `u16` category; little endian.
package struct GridEntry: Hashable, Sendable {
  /// Bytes of an entry.
  package static let size = 16
  /// Entries of a full tile: two such tiles fill a page.
  package static let tileCapacity = 126
  /// Ids above this do not fit.
  package static let maximumID = Int(UInt32.max)

  static let positionMask: UInt32 = 1 << 28 - 1
  /// The place has an outline.
  static let shapeFlag: UInt32 = 1 << 28
  /// The place has a priority or an arrival time of its own: detection needs its row.
  static let rowFlag: UInt32 = 1 << 29

  var flaggedLatitude: UInt32
  var longitude: UInt32
  package var id: UInt32
  var radiusSteps: UInt16
  var category: UInt16

  package var position: CurvePosition {
    CurvePosition(latitude: flaggedLatitude & Self.positionMask, longitude: longitude)
  }
  package var code: UInt64 { position.code }

  /// The entry of a row, and the class it belongs to.
  package static func of(_ row: PlaceRow) -> (entry: GridEntry, gridClass: UInt8) {
    let position = CurvePosition(row.position.coordinate)
    let gridClass = GridClass.containing(
      radiusMeters: row.radiusMeters, isLocality: row.isLocality)
    let steps = (row.radiusMeters * GridClass.radiusStepsPerMeter(gridClass)).rounded(.up)
    var flags: UInt32 = 0
    if row.hasShape { flags |= shapeFlag }
    if row.priority != 0 || row.arriveAfterSeconds != nil { flags |= rowFlag }
    let entry = GridEntry(
      flaggedLatitude: position.latitude | flags, longitude: position.longitude,
      id: UInt32(truncatingIfNeeded: row.id),
      radiusSteps: UInt16(min(steps, Double(UInt16.max))), category: row.category)
    return (entry, gridClass)
  }

  init(
    flaggedLatitude: UInt32, longitude: UInt32, id: UInt32, radiusSteps: UInt16, category: UInt16
  ) {
    self.flaggedLatitude = flaggedLatitude
    self.longitude = longitude
    self.id = id
    self.radiusSteps = radiusSteps
    self.category = category
  }

  /// The entry at `offset` of a tile's bytes.
  @inline(__always)
  init(_ bytes: UnsafeRawPointer, at offset: Int) {
    flaggedLatitude = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    longitude = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
    id = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
    radiusSteps = UInt16(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt16.self))
    category = UInt16(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 14, as: UInt16.self))
  }

  func append(to bytes: inout [UInt8]) {
    func append<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(flaggedLatitude)
    append(longitude)
    append(id)
    append(radiusSteps)
    append(category)
  }

  /// The entries of a tile; what is left of a damaged one.
  static func entries(in bytes: UnsafeRawBufferPointer) -> [GridEntry] {
    guard let base = bytes.baseAddress else { return [] }
    return (0..<bytes.count / size).map { GridEntry(base, at: $0 * size) }
  }

  /// The bytes of some entries.
  static func bytes(of entries: ArraySlice<GridEntry>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * size)
    for entry in entries { entry.append(to: &bytes) }
    return bytes
  }
}
