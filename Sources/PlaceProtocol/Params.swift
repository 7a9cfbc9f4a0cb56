import Geography
import JSON
import Spelling

/// The params of a request, read by name. Every error names the param, quotes its value and states
/// the rule.
///
/// A param that is null counts as left out. One that the method does not have is an error, so that a
/// slip (`untill`) never widens what a request does.
public struct Params: Sendable {
  private let members: [JSONValue.Member]

  /// The params of a call of `method`, which has the params `known`.
  public init(_ value: JSONValue?, of method: String, known: [String]) throws(ProtocolError) {
    switch value {
    case nil: members = []
    case .object(let members): self.members = members
    default:
      throw ProtocolError(
        .invalidParams, "'params' must be an object",
        hint: known.isEmpty
          ? "'\(method)' takes none" : "\(method) takes \(known.joined(separator: ", "))")
    }
    for member in members where !known.contains(member.name) {
      throw ProtocolError(
        .invalid, "'\(Self.clipped(member.name))': '\(method)' has no such parameter",
        hint: nearestName(to: member.name, among: known).map { "did you mean '\($0)'?" }
          ?? (known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))"))
    }
  }

  /// The value of a param, nil when it is left out or null.
  public func value(_ name: String) -> JSONValue? {
    guard let value = members.last(where: { $0.name == name })?.value, value != .null else {
      return nil
    }
    return value
  }

  /// Whether the param is there and null.
  public func isNull(_ name: String) -> Bool {
    members.last { $0.name == name }?.value == .null
  }

  /// A param that must be there.
  public func required<Value>(
    _ name: String, _ read: (String) throws(ProtocolError) -> Value?
  ) throws(ProtocolError) -> Value {
    guard let value = try read(name) else {
      throw ProtocolError(.invalid, "'\(name)' is missing")
    }
    return value
  }

  /// A whole number in `range`.
  public func integer(
    _ name: String, in range: ClosedRange<Int>
  ) throws(ProtocolError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.int, range.contains(number) else {
      let rule =
        range.upperBound == .max
        ? "a whole number of \(range.lowerBound) or more"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw Self.invalid(name, value, mustBe: rule)
    }
    return number
  }

  /// An id, as the daemon gives them.
  public func id(_ name: String) throws(ProtocolError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.int else {
      throw Self.invalid(name, value, mustBe: "the whole number that is its id")
    }
    return number
  }

  /// A number in `range`, called `unit` in the rule.
  public func number(
    _ name: String, in range: ClosedRange<Double>, unit: String
  ) throws(ProtocolError) -> Double? {
    guard let value = value(name) else { return nil }
    guard let number = value.double, range.contains(number) else {
      throw Self.invalid(
        name, value,
        mustBe:
          "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)) \(unit)")
    }
    return number
  }

  /// Text of `maximumBytes` at most, without control characters, and not blank.
  public func text(
    _ name: String, maximumBytes: Int = 500
  ) throws(ProtocolError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw Self.invalid(name, value, mustBe: "a string") }
    guard text.utf8.count <= maximumBytes else {
      throw ProtocolError(
        .invalid, "'\(name)' has \(text.utf8.count) bytes: must be \(maximumBytes) at most")
    }
    guard !text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace }) else {
      throw Self.invalid(name, value, mustBe: "not empty")
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw Self.invalid(name, value, mustBe: "without control characters")
    }
    return text
  }

  /// True or false.
  public func flag(_ name: String) throws(ProtocolError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let flag = value.bool else { throw Self.invalid(name, value, mustBe: "true or false") }
    return flag
  }

  /// A time.
  public func time(_ name: String) throws(ProtocolError) -> UTCTime? {
    guard let value = value(name) else { return nil }
    guard let time = value.string.flatMap({ UTCTime($0) }) else {
      throw Self.invalid(name, value, mustBe: "a time such as 2026-05-04T07:30:00Z")
    }
    return time
  }

  /// The params of an object inside, `known` its members.
  public func nested(
    _ name: String, known: [String]
  ) throws(ProtocolError) -> Params? {
    guard let value = value(name) else { return nil }
    guard case .object = value else { throw Self.invalid(name, value, mustBe: "an object") }
    return try Params(value, of: name, known: known)
  }

  /// `lat` and `lon`; nil when both are left out.
  public func coordinate() throws(ProtocolError) -> Coordinate? {
    let latitude = try number("lat", in: -90...90, unit: "degrees")
    let longitude = try number("lon", in: -180...180, unit: "degrees")
    switch (latitude, longitude) {
    case (let latitude?, let longitude?):
      return Coordinate(latitude: latitude, longitude: longitude)
    case (nil, nil): return nil
    case (nil, _): throw ProtocolError(.invalid, "'lat' is missing")
    case (_, nil): throw ProtocolError(.invalid, "'lon' is missing")
    }
  }

  /// A value that breaks a rule.
  public static func invalid(_ name: String, _ value: JSONValue, mustBe rule: String)
    -> ProtocolError
  {
    var writer = JSONWriter()
    writer.value(value)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    return ProtocolError(.invalid, "'\(name)' is \(clipped(text)): must be \(rule)")
  }

  private static func clipped(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(59) + "…"
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }
}
