import JSON

/// What a client calls its request: a string, a number or null, echoed byte for byte.
public struct RequestID: Hashable, Sendable {
  /// The JSON text, as it was written.
  public let text: [UInt8]

  private init(text: [UInt8]) { self.text = text }

  /// `null`: the id of an answer to what has none.
  public static let null = RequestID(text: Array("null".utf8))

  /// A number, as our own client counts its requests.
  public init(_ number: Int) { text = Array(String(number).utf8) }

  /// Consumes an id. Nil for a value that cannot be one: an object, an array, true or false.
  init?(reading reader: inout JSONReader) throws(JSONError) {
    let kind = try reader.peek()
    let range: Range<Int>
    switch kind {
    case .string:
      // Not skipped: its escapes and its UTF-8 must be right before it is written into an answer.
      let start = reader.offset
      _ = try reader.readString()
      range = start..<reader.offset
    case .number, .null: range = try reader.skipValue()
    case .object, .array, .bool:
      try reader.skipValue()
      return nil
    }
    text = Array(reader.slice(range))
  }
}
