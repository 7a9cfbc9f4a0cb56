import EventLoop
import JSON
import PlaceClient
import PlaceProtocol

/// Answers what browsers ask for: checks first, then the page, the state, tiles and actions.
final class PageServer {
  private let token: PageToken
  private let files: PageFiles
  private let maps: MapLibrary
  private let link: DaemonLink

  /// What it serves.
  init(token: PageToken, files: PageFiles, maps: MapLibrary, link: DaemonLink) {
    self.token = token
    self.files = files
    self.maps = maps
    self.link = link
  }

  /// Answers a request that came to a listener with `rule`.
  func handle(_ exchange: HTTPExchange, rule: HostRule) {
    if let refusal = refusal(exchange, rule) { return exchange.answer(refusal) }
    if let answer = entrance(exchange) { return exchange.answer(answer) }
    switch (exchange.method, exchange.path) {
    case ("GET", "/events"): openStream(exchange)
    case ("GET", _), ("HEAD", _): get(exchange)
    case ("POST", let path):
      guard let action = Action(rawValue: String(path.dropFirst())) else {
        return notFound(exchange)
      }
      perform(action, exchange)
    default:
      exchange.answer(
        HTTPAnswer.error(405, "method", "this is not done by \(exchange.method)")
          .with("Allow", "GET, HEAD, POST"))
    }
  }

  // MARK: Who may ask

  private func refusal(_ exchange: HTTPExchange, _ rule: HostRule) -> HTTPAnswer? {
    let host = exchange.header("Host")
    guard rule.permits(host: host) else {
      return .error(
        403, "host", "this page is not served under that name",
        hint: "[web] host of placed-web.conf lists further names")
    }
    guard rule.permits(origin: exchange.header("Origin"), host: host), !isFromElsewhere(exchange)
    else {
      return .error(403, "origin", "another site may not ask for this")
    }
    if exchange.path == "/healthz" { return nil }
    return isAllowedIn(exchange) ? nil : unauthorised(exchange)
  }

  /// Browsers say where a request comes from. Following a link to the page is all that others may.
  private func isFromElsewhere(_ exchange: HTTPExchange) -> Bool {
    guard let site = exchange.header("Sec-Fetch-Site"), site != "same-origin", site != "none" else {
      return false
    }
    return exchange.header("Sec-Fetch-Mode") != "navigate" || exchange.path != "/"
  }

  private func isAllowedIn(_ exchange: HTTPExchange) -> Bool {
    let given = [
      exchange.parameter("token"), bearer(exchange), exchange.header("Cookie").flatMap(cookie),
    ]
    return given.contains { $0.map(token.matches) ?? false }
  }

  private func bearer(_ exchange: HTTPExchange) -> String? {
    guard let header = exchange.header("Authorization"), header.lowercased().hasPrefix("bearer ")
    else { return nil }
    return String(header.dropFirst(7).drop { $0 == " " })
  }

  private static let cookieName = "placed-web"

  private func cookie(_ header: String) -> String? {
    for part in header.split(separator: ";") {
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0] == Self.cookieName { return String(pair[1]) }
    }
    return nil
  }

  private func unauthorised(_ exchange: HTTPExchange) -> HTTPAnswer {
    let hint = "open the page with: placectl map --open"
    let answer =
      exchange.path == "/"
      ? HTTPAnswer(
        401, type: "text/plain; charset=utf-8",
        .bytes(Array("This page needs its token; \(hint)\n".utf8)))
      : HTTPAnswer.error(401, "token", "the token is missing or wrong", hint: hint)
    return answer.with("WWW-Authenticate", "Bearer")
  }

  /// The first request of a browser: its token becomes a cookie and leaves the address.
  private func entrance(_ exchange: HTTPExchange) -> HTTPAnswer? {
    guard exchange.path == "/", exchange.method == "GET", let given = exchange.parameter("token"),
      token.matches(given)
    else { return nil }
    let cookie = "\(Self.cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Strict"
    // A snapshot is one load for a headless browser, whose clock a redirect would upset.
    if exchange.parameter("shot") != nil {
      return page(exchange)?.with("Set-Cookie", cookie)
    }
    let kept = Self.viewParameters.filter { exchange.parameter($0) != nil }
    let query = kept.map { name in
      let value = exchange.parameter(name) ?? ""
      return value.isEmpty ? name : "\(name)=\(value.filter { $0.isLetter && $0.isASCII })"
    }
    return .redirect(to: "/" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
      .with("Set-Cookie", cookie)
  }

  /// What the page itself reads from its address.
  private static let viewParameters = ["kiosk", "theme"]

  // MARK: What is read

  private func page(_ exchange: HTTPExchange) -> HTTPAnswer? {
    files.answer(
      exchange.path, acceptsGzip: exchange.header("Accept-Encoding")?.contains("gzip") ?? false,
      known: exchange.header("If-None-Match"))
  }

  private func notFound(_ exchange: HTTPExchange) {
    exchange.answer(.error(404, "not_found", "there is no such page"))
  }

  private func get(_ exchange: HTTPExchange) {
    let parts = exchange.path.split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    switch parts.dropFirst().first {
    case "healthz" where parts.count == 2: exchange.answer(.json(["ok": true]))
    case "state" where parts.count == 2: exchange.answer(.json(link.state.json(at: .now)))
    case "map.json" where parts.count == 2: exchange.answer(.json(maps.description))
    case "palette.json" where parts.count == 2: exchange.answer(maps.palette)
    case "tiles" where parts.count == 6:
      exchange.answer(maps.tile(parts[2], parts[3...].map(Int.init)))
    case "overlays" where parts.count == 3: exchange.answer(maps.overlay(parts[2]))
    case let name? where parts.count == 2:
      if let question = Question(rawValue: name) { return ask(question, exchange) }
      fallthrough
    default:
      guard let answer = page(exchange) else { return notFound(exchange) }
      exchange.answer(answer)
    }
  }

  private func openStream(_ exchange: HTTPExchange) {
    guard let stream = link.openStream() else {
      return exchange.answer(.error(503, "busy", "too many pages are open"))
    }
    exchange.answer(HTTPAnswer(200, type: "text/event-stream", .stream(stream)))
  }

  // MARK: What the daemon is asked

  private func ask(_ question: Question, _ exchange: HTTPExchange) {
    do throws(BadParameter) {
      let params = try question.params { exchange.parameter($0) }
      call(question.method, params, for: exchange)
    } catch {
      exchange.answer(.error(400, "invalid", error.message))
    }
  }

  private func perform(_ action: Action, _ exchange: HTTPExchange) {
    let type = exchange.header("Content-Type")?.split(separator: ";").first.map(String.init) ?? ""
    // A form of another site cannot have this type.
    guard type.lowercased() == "application/json" else {
      return exchange.answer(.error(415, "invalid", "the body must be application/json"))
    }
    let body = exchange.body
    let params = body.isEmpty ? .object([]) : try? JSONValue(parsing: body)
    guard let params, params.members != nil else {
      return exchange.answer(.error(400, "invalid", "the body is no JSON object"))
    }
    call(action.method, params, for: exchange)
  }

  private func call(_ method: Method, _ params: JSONValue, for exchange: HTTPExchange) {
    link.call(method, params) { answer in
      switch answer {
      case .success(let result): exchange.answer(.json(result))
      case .failure(let error): exchange.answer(.daemonError(error))
      }
    }
  }
}

extension HTTPAnswer {
  /// What the daemon refused, or why it did not answer.
  static func daemonError(_ error: ClientError) -> HTTPAnswer {
    var more: [JSONValue.Member] = []
    if !error.candidates.isEmpty { more.append(.init("candidates", .array(error.candidates))) }
    return .error(
      status(for: error.code), LiveState.code(of: error), error.message, hint: error.hint,
      more: more)
  }

  private static func status(for code: ClientError.Code) -> Int {
    switch code {
    case .notRunning, .unreachable, .lost: 503
    case .timedOut: 504
    case .garbled, .incompatible: 502
    case .denied: 403
    case .answered(.failure(let code)):
      switch code {
      case .denied: 403
      case .notFound: 404
      case .noFix, .ambiguous: 409
      case .invalid: 400
      case .busy: 503
      case .tooLarge: 413
      case .storage, .config: 500
      }
    case .answered(.invalidParams), .answered(.parse), .answered(.invalidRequest): 400
    case .answered: 500
    }
  }
}
