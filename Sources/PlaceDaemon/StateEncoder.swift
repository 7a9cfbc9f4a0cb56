import Detection

/// Writes detection's state as compactly as a provisional stop must be: values in the order of their
/// fields, each after one byte made of its name, so that a state of another version is noticed.
enum StateCoding {
  /// Version of the format; a state with another one is not read.
  static let version: UInt8 = 1

  /// The state as bytes.
  static func bytes(of state: DetectorState) -> [UInt8] {
    let output = Output()
    output.bytes = [version]
    // Nothing in the state can fail to be written; an empty state would only be lost work.
    guard (try? StateEncoder(output: output).encode(whole: state)) != nil else { return [] }
    return output.bytes
  }

  /// Where everything is written to.
  final class Output {
    var bytes: [UInt8] = []

    func mark(_ key: any CodingKey) { bytes.append(StateCoding.mark(key)) }

    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Small numbers take few bytes: seven bits each, the sign in the lowest (protobuf's zigzag).
    func append(whole number: Int64) {
      var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }

    func append(text: String) {
      append(whole: Int64(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// A byte made of a field's name.
  static func mark(_ key: any CodingKey) -> UInt8 {
    UInt8(truncatingIfNeeded: key.stringValue.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) })
  }
}

/// An `Encoder` for `StateCoding`.
struct StateEncoder: Encoder {
  let output: StateCoding.Output
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func encode(whole value: some Encodable) throws {
    switch value {
    case let text as String: output.append(text: text)
    case let number as Double: output.append(number.bitPattern)
    case let flag as Bool: output.bytes.append(flag ? 1 : 0)
    case let number as any FixedWidthInteger & Encodable: try encode(integer: number)
    default: try value.encode(to: self)
    }
  }

  private func encode(integer number: some FixedWidthInteger & Encodable) throws {
    guard let whole = Int64(exactly: number) else {
      throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "too large"))
    }
    output.append(whole: whole)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    Unkeyed(encoder: self, countOffset: reserveCount())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  /// The number of elements is known when all are written: four bytes are kept for it.
  private func reserveCount() -> Int {
    output.append(UInt32(0))
    return output.bytes.count - 4
  }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: StateEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.output.mark(key) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      encoder.output.mark(key)
      try encoder.encode(whole: value)
    }

    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
      encoder.output.mark(key)
      encoder.output.bytes.append(value == nil ? 0 : 1)
      if let value { try encoder.encode(whole: value) }
    }

    // The protocol asks for each of these by itself; without them its defaults leave nil out.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }

    private func optional(_ value: (some Encodable)?, _ key: Key) throws {
      encoder.output.mark(key)
      encoder.output.bytes.append(value == nil ? 0 : 1)
      if let value { try encoder.encode(whole: value) }
    }

    /// What the case of an enum is written with: its name, then its values.
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.output.append(text: key.stringValue)
      return encoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.output.mark(key)
      return encoder.unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: StateEncoder
    let countOffset: Int
    var count = 0
    var codingPath: [any CodingKey] { [] }

    private mutating func countOne() {
      count += 1
      withUnsafeBytes(of: UInt32(count).littleEndian) { bytes in
        for (index, byte) in bytes.enumerated() {
          encoder.output.bytes[countOffset + index] = byte
        }
      }
    }

    mutating func encodeNil() { countOne() }

    mutating func encode(_ value: some Encodable) throws {
      countOne()
      try encoder.encode(whole: value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      countOne()
      return encoder.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      countOne()
      return encoder.unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder }
  }

  struct Single: SingleValueEncodingContainer {
    let encoder: StateEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.output.bytes.append(0) }
    func encode(_ value: some Encodable) throws { try encoder.encode(whole: value) }
  }
}
