import Detection

extension StateCoding {
  /// Reads what `bytes(of:)` wrote; nil for a state of another version, or a damaged one.
  static func state(from bytes: [UInt8]) -> DetectorState? {
    guard bytes.first == version else { return nil }
    let input = Input(bytes: bytes, offset: 1)
    guard let state = try? StateDecoder(input: input).decode(DetectorState.self),
      input.offset == bytes.count
    else { return nil }
    return state
  }

  /// Where everything is read from.
  final class Input {
    let bytes: [UInt8]
    var offset: Int

    init(bytes: [UInt8], offset: Int) {
      self.bytes = bytes
      self.offset = offset
    }

    static var damaged: DecodingError {
      .dataCorrupted(.init(codingPath: [], debugDescription: "not a state of this version"))
    }

    func byte() throws -> UInt8 {
      guard offset < bytes.count else { throw Self.damaged }
      offset += 1
      return bytes[offset - 1]
    }

    func expect(_ key: any CodingKey) throws {
      guard try byte() == StateCoding.mark(key) else { throw Self.damaged }
    }

    func flag() throws -> Bool {
      let value = try byte()
      guard value <= 1 else { throw Self.damaged }
      return value == 1
    }

    func number<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
      var value: Number = 0
      for shift in 0..<type.bitWidth / 8 {
        value |= Number(truncatingIfNeeded: UInt64(try byte()) << (8 * UInt64(shift)))
      }
      return value
    }

    func whole() throws -> Int64 {
      var value: UInt64 = 0
      for shift in stride(from: 0, to: 70, by: 7) {
        let next = try byte()
        value |= UInt64(next & 0x7F) << UInt64(shift)
        if next < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
      }
      throw Self.damaged
    }

    func text() throws -> String {
      let count = try whole()
      guard count >= 0, count <= bytes.count - offset,
        let text = String(validating: bytes[offset..<offset + Int(count)], as: UTF8.self)
      else { throw Self.damaged }
      offset += Int(count)
      return text
    }
  }
}

/// A `Decoder` for `StateCoding`.
struct StateDecoder: Decoder {
  let input: StateCoding.Input
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value: Any
    switch type {
    case is String.Type: value = try input.text()
    case is Double.Type: value = Double(bitPattern: try input.number(UInt64.self))
    case is Bool.Type: value = try input.flag()
    case let integer as any FixedWidthInteger.Type: value = try decode(integer: integer)
    default: value = try type.init(from: self)
    }
    guard let value = value as? Value else { throw StateCoding.Input.damaged }
    return value
  }

  private func decode<Number: FixedWidthInteger>(integer type: Number.Type) throws -> Number {
    guard let number = Number(exactly: try input.whole()) else { throw StateCoding.Input.damaged }
    return number
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    // Each element takes a byte at least, so that a damaged number allocates nothing.
    let count = Int(try input.number(UInt32.self))
    guard count <= input.bytes.count - input.offset else { throw StateCoding.Input.damaged }
    return Unkeyed(decoder: self, count: count)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: StateDecoder
    var codingPath: [any CodingKey] { [] }

    /// Asked for by enums alone, whose case's name comes next.
    var allKeys: [Key] {
      let start = decoder.input.offset
      defer { decoder.input.offset = start }
      return (try? decoder.input.text()).flatMap { Key(stringValue: $0) }.map { [$0] } ?? []
    }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) throws -> Bool {
      try decoder.input.expect(key)
      return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.input.expect(key)
      return try decoder.decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
      try optional(type, key)
    }

    private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
      try decoder.input.expect(key)
      return try decoder.input.flag() ? try decoder.decode(type) : nil
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      guard try decoder.input.text() == key.stringValue else { throw StateCoding.Input.damaged }
      return decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder.input.expect(key)
      return try decoder.unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: StateDecoder
    let count: Int?
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    init(decoder: StateDecoder, count: Int) {
      self.decoder = decoder
      self.count = count
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      guard !isAtEnd else { throw StateCoding.Input.damaged }
      currentIndex += 1
      return try decoder.decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> {
      currentIndex += 1
      return decoder.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      currentIndex += 1
      return try decoder.unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder { decoder }
  }

  struct Single: SingleValueDecodingContainer {
    let decoder: StateDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  }
}
