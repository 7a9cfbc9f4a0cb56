import Geography
import JSON
import PlaceProtocol

/// Messages as the OwnTracks apps send them, for programs that read those.
///
/// Source: https://owntracks.org/booklet/tech/json/.
public struct OwnTracks: Hashable, Sendable {
  private let topic: String
  private let trackerID: String

  /// Messages on `topic`, such as `owntracks/van/gps`. `trackerID`: what a map shows, two characters;
  /// nil for the end of the topic.
  public init(topic: String, trackerID: String?) {
    self.topic = topic
    self.trackerID = trackerID ?? String(topic.suffix(2))
  }

  /// Where positions go.
  public var locationTopic: String { topic }
  /// Where arrivals and departures go.
  public var transitionTopic: String { topic + "/event" }

  /// A position; nil where there is none, or without a time.
  public func location(_ snapshot: Snapshot) -> JSONValue? {
    guard let fix = snapshot.fix, var members = Self.position(fix),
      let time = Self.seconds(fix["time"])
    else { return nil }
    members.insert(.init("_type", "location"), at: 0)
    members += [.init("tst", .integer(time)), .init("tid", .string(trackerID))]
    func add(_ name: String, _ value: Double?, scale: Double = 1) {
      guard let value, let whole = Int64(exactly: (value * scale).rounded()) else { return }
      members.append(.init(name, .integer(whole)))
    }
    add("alt", fix["altitude_m"]?.double)
    add("vel", fix["speed_mps"]?.double, scale: 3.6)
    add("cog", fix["course_deg"]?.double)
    var regions: [String] = []
    for name in [snapshot.placeName] + snapshot.containing.map({ $0["name"]?.string }) {
      if let name, !regions.contains(name) { regions.append(name) }
    }
    if !regions.isEmpty { members.append(.init("inregions", .array(regions.map { .string($0) }))) }
    return .object(members)
  }

  /// An arrival or a departure; nil where the visit has no place: a transition needs a name.
  public func transition(_ topic: Topic, _ params: JSONValue) -> JSONValue? {
    guard topic == .arrived || topic == .departed, let visit = params["visit"],
      let name = visit["place"]?["name"]?.string, let time = Self.seconds(params["time"]),
      let position = Self.position(visit)
    else { return nil }
    // `wtst`, when the region was made, is required, and not known.
    return .object(
      [
        .init("_type", "transition"), .init("event", topic == .arrived ? "enter" : "leave"),
        .init("desc", .string(name)), .init("tst", .integer(time)), .init("wtst", 0),
        .init("t", "c"), .init("tid", .string(trackerID)),
      ] + position)
  }

  private static func position(_ value: JSONValue) -> [JSONValue.Member]? {
    guard let latitude = value["lat"], let longitude = value["lon"] else { return nil }
    let accuracy = value["accuracy_m"]?.double.flatMap { Int64(exactly: $0.rounded(.up)) }
    return [.init("lat", latitude), .init("lon", longitude)]
      + (accuracy.map { [.init("acc", .integer($0))] } ?? [])
  }

  private static func seconds(_ time: JSONValue?) -> Int64? {
    time?.string.flatMap { UTCTime($0) }.map { $0.milliseconds / 1000 }
  }
}
