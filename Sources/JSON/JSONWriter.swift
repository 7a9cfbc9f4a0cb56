/// Writes JSON text into a byte array, commas by itself. What is unknown is left out: the `key:`
/// functions write nothing for nil.
///
/// The caller balances `begin…` and `end…`. Numbers must be finite and are written without locale;
/// a fixed number of decimals keeps coordinates and metres short.
public struct JSONWriter {
  /// The text so far.
  public private(set) var bytes: [UInt8] = []
  /// True when a comma must come before the next member or element.
  private var needsComma = false

  /// An empty text.
  public init(reservingCapacity capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes `{`.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Writes `}`.
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Writes `[`.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Writes `]`.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes a member's name; its value must follow.
  public mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes an object: `body` writes its members.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes an object as the member `name`.
  public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes an array as the member `name`: `element` writes each of `items`.
  public mutating func array<Items: Sequence>(
    _ name: String, _ items: Items, _ element: (inout JSONWriter, Items.Element) -> Void
  ) {
    key(name)
    beginArray()
    for item in items { element(&self, item) }
    endArray()
  }

  /// Writes a string.
  public mutating func value(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes a whole number.
  public mutating func value(_ number: Int) {
    separate()
    append(Int64(number))
  }

  /// Writes `true` or `false`.
  public mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a number in the shortest form that reads back the same.
  public mutating func value(_ number: Double) {
    precondition(number.isFinite)
    separate()
    if let whole = Int64(exactly: number), abs(number) < 1e15 {
      append(whole)
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  /// Writes a number rounded to `decimals`, 0 through 9, trailing zeros dropped.
  public mutating func value(_ number: Double, decimals: Int) {
    precondition((0...9).contains(decimals))
    var scale: Int64 = 1
    for _ in 0..<decimals { scale *= 10 }
    guard abs(number) < 9e8, let scaled = Int64(exactly: (number * Double(scale)).rounded()) else {
      return value(number)
    }
    separate()
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = scaled.magnitude
    append(Int64(magnitude / UInt64(scale)))
    var fraction = magnitude % UInt64(scale)
    if fraction != 0 {
      bytes.append(UInt8(ascii: "."))
      var divisor = UInt64(scale) / 10
      while fraction != 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(fraction / divisor))
        fraction %= divisor
        divisor /= 10
      }
    }
  }

  /// Writes a tree.
  public mutating func value(_ tree: JSONValue) {
    switch tree {
    case .null: null()
    case .bool(let flag): value(flag)
    case .integer(let number): value(Int(number))
    case .number(let number): value(number)
    case .string(let text): value(text)
    case .array(let elements):
      beginArray()
      for element in elements { value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        value(member.value)
      }
      endObject()
    }
  }

  /// Writes text that is JSON already, such as a value another writer made.
  public mutating func raw(_ text: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// Ends the line, so that the next value starts a text of its own (NDJSON).
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func append(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var magnitude = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    bytes[start...].reverse()
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var plain = 0
      for index in utf8.indices where Self.needsEscape(utf8[index]) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain..<index]))
        escape(utf8[index])
        plain = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 15
      bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }
}

extension JSONWriter {
  /// Writes the member `name` unless `text` is nil.
  public mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  /// Writes the member `name` unless `number` is nil.
  public mutating func member(_ name: String, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  /// Writes the member `name` unless `flag` is nil.
  public mutating func member(_ name: String, _ flag: Bool?) {
    guard let flag else { return }
    key(name)
    value(flag)
  }

  /// Writes the member `name`, rounded to `decimals`, unless `number` is nil.
  public mutating func member(_ name: String, _ number: Double?, decimals: Int) {
    guard let number else { return }
    key(name)
    value(number, decimals: decimals)
  }
}
