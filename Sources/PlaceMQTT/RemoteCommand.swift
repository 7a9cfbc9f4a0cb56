import JSON
import PlaceClient
import PlaceProtocol

/// What is asked for on `BASE/command/select` and `BASE/command/clear`, and the answer on `BASE/result`.
public struct RemoteCommand: Hashable, Sendable {
  /// The method of the daemon.
  public let method: Method
  /// Its params.
  public let params: JSONValue?
  /// What the sender called it, handed back with the result.
  public let request: JSONValue?

  /// The methods that can be called, and the last part of their topics.
  public static let methods: [Method] = [.select, .clear]

  /// Reads a command's payload: an object as the method takes it, with a `request` of the sender's; for
  /// `select` also what placectl takes: a rank, `id:ID` or a name.
  ///
  /// Throws the result to publish when it makes no sense.
  public init(_ method: Method, payload: [UInt8]) throws(Refusal) {
    self.method = method
    guard let text = String(validating: payload, as: UTF8.self) else {
      throw Refusal(method, nil, "the payload is not UTF-8")
    }
    let words = text.trimmed
    if words.hasPrefix("{") {
      guard let value = try? JSONValue(parsing: words.utf8) else {
        throw Refusal(method, nil, "the payload is not JSON")
      }
      request = value["request"]
      let rest = value.without(["request"])
      params = rest == .object([]) ? nil : rest
    } else {
      request = nil
      params = method == .select ? Self.choice(words) : nil
      guard method == .clear || params != nil else {
        throw Refusal(
          method, nil,
          "the payload is empty: must be a rank, id:ID, a name, or the params of select")
      }
    }
  }

  private static func choice(_ text: String) -> JSONValue? {
    if text.isEmpty { return nil }
    if let rank = Int64(text) { return ["rank": .integer(rank)] }
    if text.hasPrefix("id:"), let id = Int64(text.dropFirst(3)) { return ["place": .integer(id)] }
    return ["name": .string(text)]
  }

  /// Why a command is not carried out.
  public struct Refusal: Error, Hashable, Sendable {
    /// What to publish on `BASE/result`.
    public let result: JSONValue

    init(_ method: Method, _ request: JSONValue?, _ message: String) {
      result = RemoteCommand.failure(method, request, "invalid", message, hint: nil, candidates: [])
    }
  }

  /// What to publish on `BASE/result` for the daemon's answer.
  public func result(_ answer: Result<JSONValue, ClientError>) -> JSONValue {
    switch answer {
    case .success(let result):
      return .object(
        Self.head(method, request) + [.init("ok", true), .init("result", result)])
    case .failure(let error):
      var code = "unavailable"
      if case .answered(.failure(let word)) = error.code { code = word.rawValue }
      return Self.failure(
        method, request, code, error.message, hint: error.hint, candidates: error.candidates)
    }
  }

  private static func head(_ method: Method, _ request: JSONValue?) -> [JSONValue.Member] {
    [
      .init("v", .integer(Int64(TopicNames.version))),
      .init("command", .string(method.rawValue)),
    ] + (request.map { [.init("request", $0)] } ?? [])
  }

  private static func failure(
    _ method: Method, _ request: JSONValue?, _ code: String, _ message: String, hint: String?,
    candidates: [JSONValue]
  ) -> JSONValue {
    var error: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)),
    ]
    if let hint { error.append(.init("hint", .string(hint))) }
    if !candidates.isEmpty { error.append(.init("candidates", .array(candidates))) }
    return .object(head(method, request) + [.init("ok", false), .init("error", .object(error))])
  }
}

extension String {
  /// Without blanks around it.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
