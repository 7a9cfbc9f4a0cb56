import JSON

/// A line that the daemon sent, as a client reads it.
///
/// What is inside results and params stays a `JSONValue`: a client shows some of it, hands on all of
/// it with `--json`, and must not lose what a later daemon adds. The objects are described where the
/// daemon writes them, once.
public enum ServerMessage: Hashable, Sendable {
  /// An answer with a result.
  case result(JSONValue, id: RequestID)
  /// An answer that is an error; the id is `null` where the daemon did not know it.
  case error(ProtocolError, id: RequestID)
  /// A notification. `topic` may be one that this version does not know.
  case notification(topic: String, params: JSONValue)

  /// Reads a line; nil when it is no message of the protocol.
  public init?(parsing line: UnsafeBufferPointer<UInt8>) {
    guard let (value, id) = try? Self.read(line) else { return nil }
    if let error = value["error"] {
      self = .error(ProtocolError(decoding: error), id: id ?? .null)
    } else if let result = value["result"], let id {
      self = .result(result, id: id)
    } else if let topic = value["method"]?.string, let params = value["params"] {
      self = .notification(topic: topic, params: params)
    } else {
      return nil
    }
  }

  private static func read(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> (JSONValue, RequestID?) {
    var members: [JSONValue.Member] = []
    var id: RequestID?
    var reader = JSONReader(line)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "id" {
        id = try RequestID(reading: &reader)
      } else {
        members.append(JSONValue.Member(key, try reader.readValue()))
      }
    }
    try reader.expectEnd()
    return (.object(members), id)
  }
}
