/// Reads JSON from bytes in memory, one value after another, without building a tree.
///
/// The caller asks for what it expects: `beginObject`, then `nextKey` until nil, each followed by one
/// of the `read…` functions or `skipValue`. Strict RFC 8259 and UTF-8; depth is bounded; a number
/// never depends on the locale. The bytes must outlive the reader.
public struct JSONReader {
  /// Deepest nesting that is read.
  public static let maximumDepth = 64

  /// The kind of the next value.
  public enum Kind: Sendable {
    /// `{`
    case object
    /// `[`
    case array
    /// `"`
    case string
    /// A digit or a minus sign.
    case number
    /// `true` or `false`
    case bool
    /// `null`
    case null
  }

  /// The bytes read from.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The position of the next byte.
  public internal(set) var offset = 0
  private var depth = 0
  /// True right after an opening bracket, before the first member.
  private var isFirst = false

  /// A reader at the start of `bytes`.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  func error(_ code: JSONError.Code) -> JSONError { JSONError(code: code, offset: offset) }

  /// The next byte that is not white space.
  mutating func significantByte() throws(JSONError) -> UInt8 {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      offset += 1
    }
    throw error(.unexpectedEnd)
  }

  mutating func expect(_ byte: UInt8) throws(JSONError) {
    let found = try significantByte()
    guard found == byte else { throw error(.unexpectedByte(found)) }
    offset += 1
  }

  /// The kind of the next value, which is not consumed.
  public mutating func peek() throws(JSONError) -> Kind {
    let byte = try significantByte()
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw error(.unexpectedByte(byte))
    }
  }

  private mutating func open(_ bracket: UInt8) throws(JSONError) {
    let found = try significantByte()
    guard found == bracket else {
      _ = try peek()
      throw error(.wrongKind)
    }
    guard depth < Self.maximumDepth else { throw error(.tooDeep) }
    offset += 1
    depth += 1
    isFirst = true
  }

  /// Consumes `}` or `]`, or the comma before the next member; true when there is one.
  private mutating func more(until bracket: UInt8) throws(JSONError) -> Bool {
    let byte = try significantByte()
    if byte == bracket {
      offset += 1
      depth -= 1
      isFirst = false
      return false
    }
    if isFirst {
      isFirst = false
    } else {
      guard byte == UInt8(ascii: ",") else { throw error(.unexpectedByte(byte)) }
      offset += 1
    }
    return true
  }

  /// Enters an object.
  public mutating func beginObject() throws(JSONError) { try open(UInt8(ascii: "{")) }

  /// The next member's name, its value next to be read; nil at the object's end, which is consumed.
  public mutating func nextKey() throws(JSONError) -> String? {
    guard try more(until: UInt8(ascii: "}")) else { return nil }
    let key = try readString()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Enters an array.
  public mutating func beginArray() throws(JSONError) { try open(UInt8(ascii: "[")) }

  /// True when the array has another element, next to be read; at its end, which is consumed, false.
  public mutating func nextElement() throws(JSONError) -> Bool {
    try more(until: UInt8(ascii: "]"))
  }

  /// Consumes `true` or `false`.
  public mutating func readBool() throws(JSONError) -> Bool {
    guard try peek() == .bool else { throw error(.wrongKind) }
    if bytes[offset] == UInt8(ascii: "t") {
      try literal("true")
      return true
    }
    try literal("false")
    return false
  }

  /// Consumes `null`.
  public mutating func readNull() throws(JSONError) {
    guard try peek() == .null else { throw error(.wrongKind) }
    try literal("null")
  }

  private mutating func literal(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard offset < bytes.count else { throw error(.unexpectedEnd) }
      guard bytes[offset] == word.utf8Start[index] else {
        throw error(.unexpectedByte(bytes[offset]))
      }
      offset += 1
    }
  }

  /// Consumes one value of any kind; the range of its bytes.
  @discardableResult
  public mutating func skipValue() throws(JSONError) -> Range<Int> {
    let kind = try peek()
    let start = offset
    switch kind {
    case .object:
      try beginObject()
      while try more(until: UInt8(ascii: "}")) {
        _ = try readStringBytes()
        try expect(UInt8(ascii: ":"))
        try skipValue()
      }
    case .array:
      try beginArray()
      while try nextElement() { try skipValue() }
    case .string: _ = try readStringBytes()
    case .number: _ = try readNumber()
    case .bool: _ = try readBool()
    case .null: try readNull()
    }
    return start..<offset
  }

  /// The bytes of a range that `skipValue` gave.
  public func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// Throws unless nothing but white space is left.
  public mutating func expectEnd() throws(JSONError) {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
        throw error(.trailingText)
      }
      offset += 1
    }
  }
}
