import JSON

/// What a request is answered with.
struct HTTPAnswer {
  /// The bytes of an answer.
  enum Body {
    /// These.
    case bytes([UInt8])
    /// Those of an open file, which is closed after them.
    case file(descriptor: CInt, size: Int)
    /// Events, until the connection ends.
    case stream(EventStream)
  }

  var status: Int
  var headers: [(name: String, value: String)]
  var body: Body

  /// An answer of a type; nothing keeps a copy of it unless `caching` says so.
  init(
    _ status: Int, type: String, caching: String = "no-store", _ body: Body
  ) {
    self.status = status
    self.body = body
    headers = [("Content-Type", type), ("Cache-Control", caching)] + Self.safety
  }

  /// What holds for everything that is served: nothing is loaded from elsewhere, nothing is guessed,
  /// nobody frames it, and no address with a token goes out as a referrer.
  private static let safety: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
  ]

  /// A header more.
  func with(_ name: String, _ value: String) -> HTTPAnswer {
    var answer = self
    answer.headers.append((name, value))
    return answer
  }

  /// A JSON document.
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPAnswer {
    var writer = JSONWriter()
    writer.value(value)
    writer.endLine()
    return HTTPAnswer(status, type: "application/json", .bytes(writer.bytes))
  }

  /// An error as JSON: `{"error":{"code","message","hint"}}`.
  static func error(
    _ status: Int, _ code: String, _ message: String, hint: String? = nil,
    more: [JSONValue.Member] = []
  ) -> HTTPAnswer {
    var members: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)),
    ]
    if let hint { members.append(.init("hint", .string(hint))) }
    return json(.object([.init("error", .object(members + more))]), status: status)
  }

  /// An answer without a body.
  static func empty(_ status: Int) -> HTTPAnswer {
    HTTPAnswer(status, type: "text/plain; charset=utf-8", .bytes([]))
  }

  /// Another place to go to.
  static func redirect(to location: String) -> HTTPAnswer {
    empty(303).with("Location", location)
  }
}
