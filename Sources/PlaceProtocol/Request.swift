import JSON

/// A call that a client makes. Without an id it is a notification: carried out, never answered.
public struct Request: Hashable, Sendable {
  /// What to do.
  public var method: String
  /// With what; nil where there is none.
  public var params: JSONValue?
  /// What the answer carries.
  public var id: RequestID?

  /// Longest line that the daemon takes, without its end, in bytes.
  public static let maximumBytes = 64 * 1024

  /// A request.
  public init(method: String, params: JSONValue? = nil, id: RequestID?) {
    self.method = method
    self.params = params
    self.id = id
  }

  /// A line that is no request: the error to answer with, and the id, `null` where none is known.
  public struct Failure: Error, Hashable, Sendable {
    /// The id to answer with.
    public let id: RequestID
    /// Why it is none.
    public let error: ProtocolError
  }

  /// Reads a line. `parse` errors end the connection, since what follows may be anything.
  public init(parsing line: UnsafeBufferPointer<UInt8>) throws(Failure) {
    var fields = Fields()
    do {
      var reader = JSONReader(line)
      try fields.read(&reader)
      try reader.expectEnd()
    } catch {
      throw Failure(
        id: .null,
        error: ProtocolError(
          .parse, line.isEmpty ? "an empty line" : "not JSON: \(error)",
          hint: "send one JSON-RPC 2.0 request a line"))
    }
    if let reason = fields.problem {
      throw Failure(
        id: fields.id ?? .null,
        error: ProtocolError(
          .invalidRequest, reason,
          hint: #"a request is {"jsonrpc":"2.0","id":1,"method":"status"}"#))
    }
    self.init(method: fields.method ?? "", params: fields.params, id: fields.id)
  }

  /// The members of a request, before it is known to be one.
  private struct Fields {
    var isObject = false
    var isArray = false
    var version: JSONValue?
    var method: String?
    var params: JSONValue?
    var id: RequestID?
    var hasBadID = false

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
      switch try reader.peek() {
      case .object: isObject = true
      case .array: isArray = true
      default: break
      }
      guard isObject else {
        try reader.skipValue()
        return
      }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "jsonrpc": version = try reader.readValue()
        case "method":
          let value = try reader.readValue()
          method = value.string
        case "params": params = try reader.readValue()
        case "id":
          id = try RequestID(reading: &reader)
          hasBadID = id == nil
        default: _ = try reader.readValue()
        }
      }
    }

    /// Why this is no request, nil when it is one.
    var problem: String? {
      if isArray { return "a batch is not taken; send the requests one by one" }
      if !isObject { return "a request is a JSON object" }
      if hasBadID { return "'id' must be a string, a number or null" }
      if version != "2.0" { return #"'jsonrpc' must be "2.0""# }
      if method == nil { return "'method' must be a string" }
      return nil
    }
  }
}

extension Request {
  /// The request as a line.
  public var line: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      if let id {
        writer.key("id")
        writer.raw(id.text)
      }
      writer.member("method", method)
      if let params {
        writer.key("params")
        writer.value(params)
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
