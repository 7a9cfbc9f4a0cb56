/// Any JSON value. Members of an object keep their order; a name that comes twice counts the last.
public enum JSONValue: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number written without fraction or exponent that fits.
  case integer(Int64)
  /// Any other number; finite.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([Member])

  /// A name and its value in an object.
  public struct Member: Hashable, Sendable {
    /// The member's name.
    public var name: String
    /// Its value.
    public var value: JSONValue

    /// A member of an object.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Reads one value that is all of `text`.
  public init(parsing text: some Collection<UInt8>) throws(JSONError) {
    let bytes = ContiguousArray(text)
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONError) in
        var reader = JSONReader(buffer)
        let value = try reader.readValue()
        try reader.expectEnd()
        return value
      }
    }
    self = try result.get()
  }

  /// The member called `name`, nil when this is no object or has none.
  public subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text of a string.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of any number.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value of a whole number, also one written `3.0`.
  public var int: Int? {
    switch self {
    case .integer(let value): Int(value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value of `true` or `false`.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of an array.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members of an object.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}

extension JSONReader {
  /// Consumes one value of any kind as a tree.
  public mutating func readValue() throws(JSONError) -> JSONValue {
    switch try peek() {
    case .object:
      var members: [JSONValue.Member] = []
      try beginObject()
      while let name = try nextKey() {
        members.append(JSONValue.Member(name, try readValue()))
      }
      return .object(members)
    case .array:
      var elements: [JSONValue] = []
      try beginArray()
      while try nextElement() { elements.append(try readValue()) }
      return .array(elements)
    case .string: return .string(try readString())
    case .number: return try readNumericValue()
    case .bool: return .bool(try readBool())
    case .null:
      try readNull()
      return .null
    }
  }
}
