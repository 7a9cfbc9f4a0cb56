import EventLoop
import JSON
import PlaceClient
import PlaceProtocol

/// What is known of the daemon and the vehicle: the state of one subscription, kept up to date for
/// all browsers.
struct LiveState {
  /// Topics that a subscriber with precise access gets.
  static let preciseTopics = Topic.allCases.filter { $0 != .lagged }
  /// Topics that a subscriber with approximate access gets.
  static let approximateTopics: [Topic] = [.fix, .access]

  /// Members that a state of the daemon may have and that notifications replace.
  private static let members = ["fix", "likely", "selected", "current", "visit", "here", "source"]

  private var values: [String: JSONValue] = [:]
  private var hello: Hello?
  private var access = AccessLevel.denied
  private var mayManage = false
  private var failure: (code: String, message: String, hint: String?)?
  private var fixTime: MonotonicTime?

  /// Whether the daemon answers.
  private(set) var isConnected = false

  /// Connected and let in.
  mutating func connect(_ hello: Hello) {
    self.hello = hello
    access = hello.access
    mayManage = hello.mayManage
    isConnected = true
    failure = nil
  }

  /// Not connected any more: what was known stays, and grows old.
  mutating func disconnect(_ error: ClientError) {
    isConnected = false
    failure = (Self.code(of: error), error.message, error.hint)
  }

  /// A word for a failure, which the page decides on.
  static func code(of error: ClientError) -> String {
    switch error.code {
    case .notRunning: "not_running"
    case .denied: "denied"
    case .unreachable: "unreachable"
    case .timedOut: "timed_out"
    case .lost: "lost"
    case .garbled: "garbled"
    case .incompatible: "incompatible"
    case .answered(.failure(let code)): code.rawValue
    case .answered: "internal"
    }
  }

  /// The state that the daemon gives after `subscribe`. `ageSeconds`: of its fix, where it is known.
  mutating func replace(_ state: JSONValue, at now: MonotonicTime) {
    for name in Self.members { values[name] = state[name] }
    if values["fix"] != nil, fixTime == nil { fixTime = now }
    setAccess(state)
  }

  /// How old the fix is, as the daemon says.
  mutating func setAge(_ seconds: Double, at now: MonotonicTime) {
    fixTime = now.advanced(bySeconds: -max(0, seconds))
  }

  /// A notification.
  mutating func apply(topic: String, _ params: JSONValue, at now: MonotonicTime) {
    switch topic {
    case "fix":
      // One that detection does not use is not where the vehicle is.
      guard params["ignored"] == nil else { return }
      values["fix"] = params["fix"]
      fixTime = now
    case "likely", "source": values[topic] = Self.withoutSequence(params)
    case "selected": values["selected"] = params["selected"]
    case "current": values["current"] = Self.withoutSequence(params)
    case "here": values["here"] = params["here"]
    case "arrived", "departed", "visit":
      guard let visit = params["visit"] else { return }
      let isOver =
        params["removed"]?.bool == true || visit["departed_at"] != nil
        || visit["departed_between"] != nil
      if !isOver {
        values["visit"] = visit
      } else if values["visit"]?["id"] == visit["id"] {
        values["visit"] = .null
      }
    case "access": setAccess(params)
    default: break
    }
  }

  private mutating func setAccess(_ members: JSONValue) {
    if let level = members["access"]?.string.flatMap(AccessLevel.init(rawValue:)) {
      access = level
      if level != .precise {
        for name in Self.members where level == .denied || name != "fix" { values[name] = nil }
      }
    }
    if let manage = members["manage"]?.bool { mayManage = manage }
  }

  /// The level of this program's own access.
  var accessLevel: AccessLevel { access }

  /// As `GET /state` and the event `state` give it.
  func json(at now: MonotonicTime) -> JSONValue {
    var daemon: [JSONValue.Member] = [.init("connected", .bool(isConnected))]
    if let hello { daemon.append(.init("version", .string(hello.version))) }
    if let failure {
      daemon.append(.init("code", .string(failure.code)))
      daemon.append(.init("message", .string(failure.message)))
      if let hint = failure.hint { daemon.append(.init("hint", .string(hint))) }
    }
    var state: [JSONValue.Member] = [
      .init("daemon", .object(daemon)), .init("access", .string(access.rawValue)),
      .init("manage", .bool(mayManage)),
      .init("units", .string(hello?.units ?? "metric")),
    ]
    if let position = hello?.defaultLocation, access == .precise {
      state.append(
        .init(
          "default_location",
          ["lat": .number(position.latitude), "lon": .number(position.longitude)]))
    }
    if let fixTime, values["fix"] != nil {
      let milliseconds = (now.seconds(since: fixTime) * 1000).rounded()
      state.append(.init("age_s", .number(milliseconds / 1000)))
    }
    for name in Self.members {
      if let value = values[name] { state.append(.init(name, value)) }
    }
    return .object(state)
  }

  private static func withoutSequence(_ params: JSONValue) -> JSONValue {
    .object((params.members ?? []).filter { $0.name != "seq" })
  }
}
