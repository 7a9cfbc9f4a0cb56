/// Why bytes are not JSON (RFC 8259), or not the JSON that the reader asked for.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: Hashable, Sendable {
    /// The text ended inside a value.
    case unexpectedEnd
    /// A byte that no value can have here.
    case unexpectedByte(UInt8)
    /// A string that is not UTF-8, or holds a control character or a bad escape.
    case badString
    /// A number that the grammar does not allow, or that no `Double` can hold.
    case badNumber
    /// Nested deeper than `JSONReader.maximumDepth`.
    case tooDeep
    /// A value, but not of the kind asked for.
    case wrongKind
    /// More text after the value.
    case trailingText
  }

  /// What is wrong.
  public let code: Code
  /// Where, in bytes from the start.
  public let offset: Int

  /// Never quotes the text itself: it may hold a position.
  public var description: String {
    let what =
      switch code {
      case .unexpectedEnd: "the text ends inside a value"
      case .unexpectedByte: "a character that cannot stand here"
      case .badString: "a string that is not UTF-8, or has a control character or a bad escape"
      case .badNumber: "a number that JSON does not allow"
      case .tooDeep: "nested deeper than \(JSONReader.maximumDepth) levels"
      case .wrongKind: "a value of another kind was expected"
      case .trailingText: "more text after the value"
      }
    return "\(what), at byte \(offset + 1)"
  }
}
