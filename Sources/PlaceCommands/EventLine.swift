import Geography
import JSON
import PlaceProtocol

/// A notification as one readable line.
struct EventLine {
  let topic: String
  let params: JSONValue
  let time: ReadableTime
  let units: DisplayUnits
  /// Stands in for the time of an event that has none.
  var receivedAt = ReadableTime.now

  /// The notification as the socket carried it.
  static func json(_ topic: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(topic), "params": params]
  }

  /// The place that it is about.
  static func place(of params: JSONValue) -> JSONValue? {
    params.object("place") ?? params.object("visit")?.object("place")
      ?? params.object("selected")?.object("place")
  }

  /// When it was known: not when it happened, which for an arrival is minutes before.
  static func reportedAt(_ params: JSONValue) -> UTCTime? {
    params.time("reported_at") ?? params.time("time") ?? params.object("fix")?.time("time")
  }

  /// `2026-05-04 09:30:12  arrived   Kamppi Center`; the time is when it happened.
  var text: String {
    let when =
      params.time("time") ?? params.object("fix")?.time("time") ?? params.time("since")
      ?? params.object("visit")?.time("arrived_at") ?? params.object("selected")?.time("since")
      ?? params.time("reported_at") ?? receivedAt
    let line = time.seconds(when) + "  " + topic.printable.padded(to: 8)
    return words.isEmpty ? line : line + "  " + words
  }

  private var words: String {
    switch Topic(rawValue: topic) {
    case .fix: fix
    case .likely: likely
    case .selected: (placeName ?? "nothing") + reason
    case .arrived: visit.title + inferred
    case .departed: departed
    case .passed: placeName ?? "?"
    case .visit: visited
    case .current: placeName ?? "at no known place"
    case .here: params.object("here")?.text("label") ?? "?"
    case .source: SourceView(params).detail
    case .access: access
    case .places: places
    case .lagged: "\(params["dropped"]?.int ?? 0) events were left out"
    case nil: ""
    }
  }

  private var placeName: String? { Self.place(of: params).map { PlaceView($0).name } }
  private var visit: VisitView { VisitView(params.object("visit") ?? params) }
  private var reason: String { params.text("reason").map { " (\($0))" } ?? "" }
  private var inferred: String { params["inferred"]?.bool == true ? ", inferred" : "" }

  private var fix: String {
    let ignored = params.text("ignored").map { ", ignored: \($0)" } ?? ""
    return (params.object("fix").map { FixView($0).text(units) } ?? "?") + ignored
  }

  private var likely: String {
    let places = params.elements("places").prefix(3).map(PlaceView.init).map { place in
      place.name + (place.likelihood.map { " \(percent($0))" } ?? "")
    }
    let elsewhere = params["elsewhere"]?.double.map { ["elsewhere \(percent($0))"] } ?? []
    return (places + elsewhere).joined(separator: ", ") + reason
  }

  private var departed: String {
    // What `wait` tells where the vehicle is gone already.
    guard params.object("visit") != nil else { return "is not there" }
    let stayed = visit.duration.isEmpty ? "" : " after \(visit.duration)"
    return visit.title + stayed + inferred
  }

  private var visited: String {
    let id = visit.id.map { "visit \($0)" } ?? "a visit"
    return params.object("visit") == nil ? "\(id) was removed" : "\(id): \(visit.title)"
  }

  private var access: String {
    (params.text("access") ?? "?") + (params["manage"]?.bool == true ? ", may manage" : "")
  }

  private var places: String {
    let counts = ["added", "updated", "removed"].compactMap { name in
      params[name]?.int.flatMap { $0 > 0 ? "\(grouped($0)) \(name)" : nil }
    }
    return counts.isEmpty ? "changed" : counts.joined(separator: ", ")
  }
}
