/// What kind of error an answer carries: one of JSON-RPC's own, or one of ours.
public enum ErrorKind: Hashable, Sendable {
  /// The line is too long or no JSON; the connection is closed after it. -32700
  case parse
  /// JSON, but no request; also a batch. -32600
  case invalidRequest
  /// No such method. -32601
  case methodNotFound
  /// `params` is no object. What is wrong inside it is `failure(.invalid)`. -32602
  case invalidParams
  /// Our own mistake. -32603
  case `internal`
  /// One of our own, in `data.code`. -32000
  case failure(ErrorCode)

  /// The number in `code`.
  public var number: Int {
    switch self {
    case .parse: -32700
    case .invalidRequest: -32600
    case .methodNotFound: -32601
    case .invalidParams: -32602
    case .internal: -32603
    case .failure: -32000
    }
  }

  /// The kind with this number and, for -32000, the word in `data.code`; nil for any other.
  public init?(number: Int, code: String?) {
    switch number {
    case -32700: self = .parse
    case -32600: self = .invalidRequest
    case -32601: self = .methodNotFound
    case -32602: self = .invalidParams
    case -32603: self = .internal
    case -32000:
      guard let code = code.flatMap(ErrorCode.init(rawValue:)) else { return nil }
      self = .failure(code)
    default: return nil
    }
  }
}
