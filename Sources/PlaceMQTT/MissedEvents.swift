import Geography
import JSON
import PlaceProtocol

/// Arrivals and departures read off visits, for a client that was not there when they were told. They
/// have the ids that they were told with.
public struct MissedEvent: Hashable, Sendable {
  /// `arrived` or `departed`.
  public let topic: Topic
  /// The event's number.
  public let id: Int
  /// When it happened.
  public let time: UTCTime
  /// The params of its notification, as far as a visit tells: `reported_at` is not known any more.
  public let params: JSONValue
  /// When its visit began.
  private let began: UTCTime

  /// The events of `visits`, the objects of the protocol, in the order in which they happened.
  public static func all(in visits: [JSONValue]) -> [MissedEvent] {
    // At one moment one leaves the place that one came to earlier, and arrives before one leaves.
    visits.flatMap(events).sorted { left, right in
      (left.time, left.began, left.topic == .departed ? 1 : 0, left.id)
        < (right.time, right.began, right.topic == .departed ? 1 : 0, right.id)
    }
  }

  private static func events(of visit: JSONValue) -> [MissedEvent] {
    guard let id = visit["id"]?.int else { return [] }
    let isInferred = visit["inferred"] ?? false
    let arrived = visit["arrived_at"]?.string.flatMap { UTCTime($0) }
    func event(_ topic: Topic, _ time: UTCTime, _ visit: JSONValue) -> MissedEvent {
      let number = EventID.make(topic, Int64(id), time.milliseconds)
      return MissedEvent(
        topic: topic, id: number, time: time,
        params: [
          "id": .integer(Int64(number)), "time": .string(time.description), "inferred": isInferred,
          "visit": visit,
        ], began: arrived ?? time)
    }
    var events: [MissedEvent] = []
    // As the notifications: an arrival needs its time, and a departure that is an interval counts with
    // its end.
    if let time = arrived {
      events.append(event(.arrived, time, visit.without(["departed_at", "departed_between"])))
    }
    let departed = visit["departed_at"] ?? visit["departed_between"]?.array?.last
    if let time = departed?.string.flatMap({ UTCTime($0) }) {
      events.append(event(.departed, time, visit))
    }
    return events
  }
}
