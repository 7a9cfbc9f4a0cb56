import Geography
import JSON

/// A visit of an answer, in words.
struct VisitView {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  var id: Int? { value["id"]?.int }
  var arrival: UTCTime? { value.time("arrived_at") }
  var departure: UTCTime? { value.time("departed_at") }
  /// The place, set or confirmed.
  var place: PlaceView? { value.object("place").map(PlaceView.init) }

  /// `Kamppi Center`; `perhaps Forum (45 %)`; or where it was, for a stop at no known place.
  var title: String {
    if let place { return place.name + (value["confirmed"]?.bool == true ? " (confirmed)" : "") }
    if let likeliest = value.object("likeliest"), let place = likeliest.object("place") {
      let likelihood = likeliest["likelihood"]?.double.map { " (\(percent($0)))" } ?? ""
      return "perhaps \(PlaceView(place).name)\(likelihood)"
    }
    return value.coordinate.map { "at \(PlaceView.position($0))" } ?? "at no known place"
  }

  private var isOpen: Bool {
    value["departed_at"] == nil && value["departed_between"] == nil
  }

  /// Until when: a time, an interval, or nothing while it is open.
  func end(_ time: ReadableTime) -> String {
    if let departure {
      return arrival.map { time.minutes(departure, after: $0) } ?? time.minutes(departure)
    }
    let interval = value.elements("departed_between").compactMap {
      $0.string.flatMap { UTCTime($0) }
    }
    guard interval.count == 2 else { return isOpen ? "still there" : "" }
    let start = arrival.map { time.minutes(interval[0], after: $0) } ?? time.minutes(interval[0])
    return "\(start)–\(time.minutes(interval[1], after: interval[0]))"
  }

  /// How long, where both ends are known.
  var duration: String {
    guard let arrival, let departure else { return "" }
    return readableDuration(departure.seconds(since: arrival))
  }

  /// `inferred`, where a part of it was concluded and not seen.
  var remark: String { value["inferred"]?.bool == true ? "inferred" : "" }
}
