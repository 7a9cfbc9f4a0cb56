import JSON

/// Requests of the daemon's socket as no client should send them, for every method.
public struct MangledRequests {
  /// Requests that work, for every method.
  public static let samples: [(String, JSONValue)] = [
    ("hello", [:]), ("status", ["history": true]), ("fix", [:]),
    (
      "likely",
      [
        "limit": 5,
        "at": [
          "lat": 60.1, "lon": 24.9, "accuracy_m": 10, "speed_mps": 0,
          "time": "2026-05-04T07:30:00Z",
        ],
      ]
    ),
    ("select", ["place": 1]), ("select", ["rank": 1]), ("select", ["name": "Home"]),
    ("select", ["source_id": "1", "source": "user"]), ("clear", [:]), ("selected", [:]),
    ("confirm", ["place": 1, "at": ["lat": 60.1, "lon": 24.9]]),
    ("confirm", ["place": 1, "visit": 7]),
    (
      "search",
      [
        "query": "home", "at": ["lat": 60, "lon": 25], "within_m": 500, "category": "cafe",
        "limit": 3,
      ]
    ),
    ("nearby", ["at": ["lat": 60, "lon": 25], "within_m": 500, "limit": 3]),
    ("place.get", ["id": 1]), ("place.list", ["source": "user", "limit": 2, "cursor": "1"]),
    (
      "place.add",
      [
        "name": "Home", "lat": 60.1, "lon": 24.9, "radius_m": 20, "category": "cafe",
        "names": ["sv": "Hem"], "address": ["street": "A", "country_code": "FI"], "priority": 1,
        "arrive_after_s": 60,
      ]
    ),
    ("place.add", ["name": "There", "suggestion": 1]),
    ("place.update", ["id": 1, "name": "Hut", "category": .null]), ("place.remove", ["id": 1]),
    (
      "visits",
      [
        "since": "2026-01-01T00:00:00Z", "until": "2027-01-01T00:00:00Z", "place": 1, "limit": 5,
        "cursor": "a-b",
      ]
    ),
    ("visit.update", ["id": 1, "place": 1]), ("visit.remove", ["id": 1]),
    ("suggestions", ["limit": 3]),
    ("explain", ["visit": 1]), ("forget", ["until": "2020-01-01T00:00:00Z"]),
    ("subscribe", ["events": ["fix", "likely"], "limit": 3]), ("unsubscribe", [:]), ("reload", [:]),
  ]

  /// Numbers, texts and nestings that break readers.
  private static let nasty: [JSONValue] = [
    .null, true, 0, -1, 1e308, .number(-1e-308), .integer(.max), .integer(.min), "", " ", "\u{0}",
    "\u{1F600}", "a\u{301}", .string(String(repeating: "x", count: 3000)), [], [:], [[]],
    ["a": .null],
    "2026-13-45T99:99:99Z", "9999-12-31T23:59:59Z", "%", "*", "\"", "-1", 200, 201, 90.0000001, 180,
    -180, "AND OR NOT (", "NEAR/", "\u{202E}",
  ]

  private var generator: SeededGenerator

  /// Requests that depend on `seed` alone.
  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A request, with params that may be wrong in every way: a line without its end.
  public mutating func next(id: JSONValue) -> [UInt8] {
    var (method, params) = Self.samples[.random(in: 0..<Self.samples.count, using: &generator)]
    // What is durable waits for the disk.
    while ["forget", "place.add"].contains(method), Int.random(in: 0..<10, using: &generator) != 0 {
      (method, params) = Self.samples[.random(in: 0..<Self.samples.count, using: &generator)]
    }
    params = mutated(params)
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      writer.key("id")
      writer.value(id)
      writer.member("method", method)
      writer.key("params")
      writer.value(params)
    }
    return writer.bytes
  }

  /// One of which some bytes are any: mostly no request, nor JSON, but maybe another's id.
  public mutating func broken(id: JSONValue) -> [UInt8] {
    var line = next(id: id)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      // An end of line would make two lines of it.
      let byte = UInt8.random(in: 0...255, using: &generator)
      if byte != UInt8(ascii: "\n") { line[.random(in: 0..<line.count, using: &generator)] = byte }
    }
    return line
  }

  private mutating func mutated(_ value: JSONValue) -> JSONValue {
    if Int.random(in: 0..<6, using: &generator) == 0 {
      return Self.nasty.randomElement(using: &generator) ?? .null
    }
    switch value {
    case .object(let members):
      var changed = members.map {
        JSONValue.Member($0.name, mutated($0.value))
      }
      if !changed.isEmpty, Int.random(in: 0..<5, using: &generator) == 0 {
        changed.remove(at: .random(in: 0..<changed.count, using: &generator))
      }
      return .object(changed)
    case .array(let elements): return .array(elements.map { mutated($0) })
    default: return value
    }
  }
}
