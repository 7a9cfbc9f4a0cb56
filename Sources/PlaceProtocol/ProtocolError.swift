import JSON

/// An error as it travels in an answer: what went wrong in words for the user, who decides on `kind`.
public struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error.
  public var kind: ErrorKind
  /// What went wrong; quotes the user's value and states the rule.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// With `ambiguous`: the places that are meant, as `nearby` lists them.
  public var candidates: [JSONValue]
  /// With `config`: one line a problem, `file:line:column: error: …`.
  public var problems: [String]

  /// An error.
  public init(
    _ kind: ErrorKind, _ message: String, hint: String? = nil, candidates: [JSONValue] = [],
    problems: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.hint = hint
    self.candidates = candidates
    self.problems = problems
  }

  /// One of our own errors.
  public init(_ code: ErrorCode, _ message: String, hint: String? = nil) {
    self.init(.failure(code), message, hint: hint)
  }

  /// The code of one of our own errors.
  public var code: ErrorCode? { if case .failure(let code) = kind { code } else { nil } }

  /// The message, and the hint after it.
  public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}

extension ProtocolError {
  /// Writes the value of an answer's `error`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", kind.number)
      writer.member("message", message)
      guard code != nil || hint != nil else { return }
      writer.object("data") { writer in
        writer.member("code", code?.rawValue)
        writer.member("hint", hint ?? code?.hint)
        if !candidates.isEmpty {
          writer.array("candidates", candidates) { $0.value($1) }
        }
        if !problems.isEmpty {
          writer.array("problems", problems) { $0.value($1) }
        }
      }
    }
  }

  /// Reads an answer's `error`. A kind that this version does not know is `internal`, its message
  /// kept: codes may be added.
  public init(decoding value: JSONValue) {
    let data = value["data"]
    self.init(
      value["code"]?.int.flatMap { ErrorKind(number: $0, code: data?["code"]?.string) }
        ?? .internal,
      value["message"]?.string ?? "the daemon gave no reason", hint: data?["hint"]?.string,
      candidates: data?["candidates"]?.array ?? [],
      problems: data?["problems"]?.array?.compactMap(\.string) ?? [])
  }
}
