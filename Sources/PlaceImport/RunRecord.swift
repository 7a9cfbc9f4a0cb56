import PlaceStore
import Places

/// A place as the run file has it: all of its row but the numbers that the table gives, its outline,
/// and what the import itself needs to know.
struct RunRecord {
  var row = PlaceRow()
  /// Index into the run's list of sources.
  var source = 0
  /// The bytes of the outline as the table stores them; empty where there is none.
  var shape: [UInt8] = []
  /// The number of the record in the file, from 0.
  var ordinal = 0

  /// The record as bytes.
  func encoded() -> [UInt8] {
    var writer = RecordWriter(reservingCapacity: 128 + shape.count)
    writer.integer(ordinal)
    writer.integer(source)
    writer.text(row.sourceID)
    writer.text(row.name)
    writer.integer(Int(row.category))
    writer.integer(row.position.latitude)
    writer.integer(row.position.longitude)
    writer.integer(row.radiusMillimeters)
    writer.integer(row.priority)
    writer.integer(row.arriveAfterSeconds.map { Int(($0 * 1000).rounded()) } ?? -1)
    writer.text(row.address.street ?? "")
    writer.text(row.address.houseNumber ?? "")
    writer.text(row.address.postcode ?? "")
    writer.text(row.address.locality ?? "")
    writer.text(row.address.region ?? "")
    writer.text(row.address.countryCode ?? "")
    writer.integer(row.names.count)
    for (kind, name) in row.names {
      writer.text(kind)
      writer.text(name)
    }
    writer.bytes(shape)
    return writer.output
  }

  /// Reads what `encoded` wrote; nil for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = RecordReader(bytes)
    ordinal = reader.integer()
    source = reader.integer()
    row.sourceID = reader.text()
    row.name = reader.text()
    row.category = UInt16(truncatingIfNeeded: reader.integer())
    row.position = FixedPoint(latitude: reader.integer(), longitude: reader.integer())
    row.radiusMillimeters = reader.integer()
    row.priority = reader.integer()
    let arriveAfter = reader.integer()
    row.arriveAfterSeconds = arriveAfter < 0 ? nil : Double(arriveAfter) / 1000
    row.address.street = reader.optionalText()
    row.address.houseNumber = reader.optionalText()
    row.address.postcode = reader.optionalText()
    row.address.locality = reader.optionalText()
    row.address.region = reader.optionalText()
    row.address.countryCode = reader.optionalText()
    let names = reader.integer()
    guard (0...10_000).contains(names) else { return nil }
    for _ in 0..<names {
      let kind = reader.text()
      row.names[kind] = reader.text()
    }
    shape = reader.bytes()
    row.hasShape = !shape.isEmpty
    guard reader.isWhole else { return nil }
  }

  init() {}
}

/// Writes numbers as zigzag varints, and bytes with their count before them.
struct RecordWriter {
  private(set) var output: [UInt8] = []

  init(reservingCapacity capacity: Int = 32) { output.reserveCapacity(capacity) }

  mutating func integer(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
    while rest >= 0x80 {
      output.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(rest))
  }

  mutating func text(_ text: String) {
    integer(text.utf8.count)
    output.append(contentsOf: text.utf8)
  }

  mutating func bytes(_ bytes: [UInt8]) {
    integer(bytes.count)
    output.append(contentsOf: bytes)
  }
}

/// Reads what `RecordWriter` wrote. Damage gives zeros and `isWhole` false, never a trap.
struct RecordReader {
  private let input: UnsafeRawBufferPointer
  private var offset = 0
  private var isDamaged = false

  init(_ input: UnsafeRawBufferPointer) { self.input = input }

  /// Everything was there, and nothing is left.
  var isWhole: Bool { !isDamaged && offset == input.count }

  mutating func integer() -> Int {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while offset < input.count, shift < 64 {
      let byte = input[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(truncatingIfNeeded: value >> 1) ^ -Int(value & 1) }
      shift += 7
    }
    isDamaged = true
    return 0
  }

  private mutating func slice() -> UnsafeRawBufferPointer {
    let count = integer()
    guard count >= 0, count <= input.count - offset else {
      isDamaged = true
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: input[offset..<offset + count])
  }

  mutating func text() -> String { String(decoding: slice(), as: UTF8.self) }

  /// Nil for empty text.
  mutating func optionalText() -> String? {
    let bytes = slice()
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  mutating func bytes() -> [UInt8] { [UInt8](slice()) }
}
