import Configuration
import JSON
import PlaceProtocol
import Spelling

/// Carries requests out: decodes the params, asks the tracker, encodes the result. It decides who may
/// call what and nothing else.
public final class Dispatcher: RequestHandler {
  let tracker: Tracker
  let status: StatusReporter
  /// Reads the configuration again.
  let reload: () throws(ProtocolError) -> Void

  /// A dispatcher. `reload` is called for a client that may manage.
  public init(
    tracker: Tracker, status: StatusReporter, reload: @escaping () throws(ProtocolError) -> Void
  ) {
    self.tracker = tracker
    self.status = status
    self.reload = reload
  }

  /// Carries out the request in `line`.
  public func reply(to line: UnsafeBufferPointer<UInt8>, of session: Session) -> Reply {
    let request: Request
    do throws(Request.Failure) {
      request = try Request(parsing: line)
    } catch {
      return Reply(
        line: Answer.line(to: error.id, error: error.error),
        endsConnection: error.error.kind == .parse)
    }
    let id = request.id ?? .null
    var answer: [UInt8]
    do throws(ProtocolError) {
      answer = try Answer.line(to: id) { (writer) throws(ProtocolError) in
        try call(request, session, &writer)
      }
      if answer.count > ServerLimits.longestAnswer {
        throw ProtocolError(
          .tooLarge, "the answer has \(answer.count) bytes, more than is given at once",
          hint: "ask for less with 'limit', and go on with 'cursor'")
      }
    } catch {
      answer = Answer.line(to: id, error: error)
    }
    return Reply(line: request.id == nil ? nil : answer)
  }

  /// The reply to a line that is longer than allowed.
  public func replyToLongLine() -> Reply {
    let error = ProtocolError(
      .parse, "the line is longer than \(Request.maximumBytes) bytes",
      hint: "send one JSON-RPC 2.0 request a line")
    return Reply(line: Answer.line(to: .null, error: error), endsConnection: true)
  }

  private func call(
    _ request: Request, _ session: Session, _ writer: inout JSONWriter
  ) throws(ProtocolError) {
    guard let method = Method(rawValue: request.method) else {
      throw ProtocolError(
        .methodNotFound, "there is no method '\(request.method.prefix(60))'",
        hint: nearestName(to: request.method, among: Method.allCases.map(\.rawValue))
          .map { "did you mean '\($0)'?" } ?? "placed-protocol(7) lists them")
    }
    try authorize(method, session.grant)
    let params = request.params
    switch method {
    case .hello: hello(session, &writer)
    case .status: try status(params, session, &writer)
    case .fix: try fix(params, session, &writer)
    case .likely: try likely(params, &writer)
    case .select: try select(params, &writer)
    case .clear: try clear(params, &writer)
    case .selected: try selected(params, &writer)
    case .confirm: try confirm(params, &writer)
    case .search: try search(params, session, &writer)
    case .nearby: try nearby(params, session, &writer)
    case .placeGet: try placeGet(params, &writer)
    case .placeList: try placeList(params, &writer)
    case .placeAdd: try placeAdd(params, &writer)
    case .placeUpdate: try placeUpdate(params, &writer)
    case .placeRemove: try placeRemove(params, &writer)
    case .visits: try visits(params, &writer)
    case .visitUpdate: try visitUpdate(params, &writer)
    case .visitRemove: try visitRemove(params, &writer)
    case .suggestions: try suggestions(params, &writer)
    case .explain: try explain(params, &writer)
    case .forget: try forget(params, &writer)
    case .subscribe: try subscribe(params, session, &writer)
    case .unsubscribe: try unsubscribe(params, session, &writer)
    case .reload:
      _ = try Params(params, of: "reload", known: [])
      try reload()
      writer.object { _ in }
    }
  }

  private func authorize(_ method: Method, _ grant: AccessGrant) throws(ProtocolError) {
    guard grant.level >= method.level else {
      throw ProtocolError(
        .denied,
        grant.level == .denied
          ? "this user has no access" : "'\(method.rawValue)' needs precise access",
        hint: "[access] precise in placed.conf grants it; joining a group counts after a new log-in"
      )
    }
    guard grant.canManage || !method.needsManage else {
      throw ProtocolError(
        .denied, "'\(method.rawValue)' needs the right to manage",
        hint: "[access] manage in placed.conf grants it, through the main socket only")
    }
  }

  private func hello(_ session: Session, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", "placed")
      writer.member("version", status.version)
      writer.member("protocol", 1)
      writer.member("access", session.grant.level.rawValue)
      writer.member("manage", session.grant.canManage)
      guard session.grant.level != .denied else { return }
      writer.member("units", tracker.settings.units.rawValue)
      if session.grant.level == .precise, let position = tracker.settings.defaultLocation {
        writer.object("default_location") { $0.members(of: position) }
      }
    }
  }

  private func status(
    _ params: JSONValue?, _ session: Session, _ writer: inout JSONWriter
  ) throws(ProtocolError) {
    let params = try Params(params, of: "status", known: ["history"])
    let wantsHistory = try params.flag("history") ?? false
    writer.value(status.message(withHistory: wantsHistory), level: session.grant.level)
  }
}
