import JSON
import PlaceProtocol

/// A parameter that is missing, or no value of its kind.
struct BadParameter: Error {
  let message: String
}

/// What a page may ask the daemon, as the path of a `GET` whose query holds the params.
enum Question: String, CaseIterable {
  /// Places by name, `q`, near `lat`, `lon` where they are given.
  case search
  /// Places around `lat`, `lon`, within `within` metres.
  case nearby
  /// Visits since `since`.
  case visits
  /// Why this place; of a visit, `visit`, where it is given.
  case explain

  /// Most places that are given for a look at the map.
  private static let most = 200

  /// The daemon's method.
  var method: Method {
    switch self {
    case .search: .search
    case .nearby: .nearby
    case .visits: .visits
    case .explain: .explain
    }
  }

  /// The params of the method. `value`: a parameter of the query.
  func params(_ value: (String) -> String?) throws(BadParameter) -> JSONValue {
    var members: [JSONValue.Member] = []
    switch self {
    case .search:
      guard let query = value("q"), !query.isEmpty else {
        throw BadParameter(message: "q is missing: the words to search for")
      }
      members.append(.init("query", .string(query)))
      try position(value, &members)
      members.append(.init("limit", .integer(Int64(try limit(value) ?? 20))))
    case .nearby:
      try position(value, &members)
      if let text = value("within") {
        members.append(.init("within_m", .number(try number("within", text))))
      }
      members.append(.init("limit", .integer(Int64(try limit(value) ?? Self.most))))
    case .visits:
      if let since = value("since") { members.append(.init("since", .string(since))) }
      members.append(.init("limit", .integer(Int64(try limit(value) ?? 100))))
    case .explain:
      if let text = value("visit") {
        guard let id = Int(text) else {
          throw BadParameter(message: "visit is no whole number")
        }
        members.append(.init("visit", .integer(Int64(id))))
      }
    }
    return .object(members)
  }

  private func position(
    _ value: (String) -> String?, _ members: inout [JSONValue.Member]
  ) throws(BadParameter) {
    guard let latitude = value("lat"), let longitude = value("lon") else { return }
    members.append(
      .init(
        "at",
        [
          "lat": .number(try number("lat", latitude)), "lon": .number(try number("lon", longitude)),
        ]))
  }

  private func number(_ name: String, _ text: String) throws(BadParameter) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw BadParameter(message: "\(name) is no number")
    }
    return number
  }

  private func limit(_ value: (String) -> String?) throws(BadParameter) -> Int? {
    guard let text = value("limit") else { return nil }
    guard let limit = Int(text), (1...Self.most).contains(limit) else {
      throw BadParameter(message: "limit is no whole number from 1 to \(Self.most)")
    }
    return limit
  }
}
