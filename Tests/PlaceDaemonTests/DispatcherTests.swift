import Configuration
import EventLoop
import Foundation
import Geography
import JSON
import PlaceProtocol
import Systemd
import TestSupport
import Testing

@testable import PlaceDaemon

/// A dispatcher with a tracker on a table of its own, without sockets.
private final class DispatcherBench {
  let scratch = ScratchDirectory()
  let loop: EventLoop
  let tracker: Tracker
  let dispatcher: Dispatcher
  let session = Session(grant: AccessGrant(level: .precise, canManage: true))

  init() throws {
    loop = try EventLoop()
    let health = HealthRegistry(loop: loop, journal: Journal(level: .error))
    let database = try PlaceDatabase(
      path: scratch.file("p.db"), languages: [], requiresMount: false, health: health, loop: loop)
    tracker = Tracker(
      settings: Settings(), database: database, health: health, loop: loop, isLive: true)
    let monitor = SourceMonitor(url: "none", health: health)
    dispatcher = Dispatcher(
      tracker: tracker,
      status: StatusReporter(version: "1", tracker: tracker, monitor: monitor, health: health),
      reload: { () throws(ProtocolError) in
        throw ProtocolError(.failure(.config), "bad", problems: ["a:1:1: error: b"])
      })
  }

  func reply(_ line: some Collection<UInt8>, _ session: Session? = nil) -> Reply {
    Array(line).withUnsafeBufferPointer { dispatcher.reply(to: $0, of: session ?? self.session) }
  }

  func call(_ method: String, _ params: JSONValue? = nil) throws -> JSONValue {
    let request = Request(method: method, params: params, id: RequestID(1))
    return try JSONValue(parsing: try #require(reply(request.line.dropLast()).line))
  }
}

@Suite("Dispatcher")
struct DispatcherTests {
  /// Requests that work, for every method.
  private static let samples: [(String, JSONValue)] = [
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

  @Test("Every method has a sample here, and each is answered with a result or an error of its own")
  func samples() throws {
    let bench = try DispatcherBench()
    _ = try bench.call("place.add", ["name": "Home", "lat": 60.1, "lon": 24.9])
    #expect(Set(Self.samples.map(\.0)) == Set(PlaceProtocol.Method.allCases.map(\.rawValue)))
    for (method, params) in Self.samples {
      let answer = try bench.call(method, params)
      let code = answer["error"]?["data"]?["code"]?.string
      #expect(
        answer["result"] != nil || code.flatMap(ErrorCode.init(rawValue:)) != nil,
        "\(method): \(answer)")
      #expect(code != "invalid", "\(method): \(answer)")
    }
  }

  @Test("A problem of the configuration travels with its lines")
  func problems() throws {
    let error = try DispatcherBench().call("reload")["error"]
    #expect(error?["data"]?["problems"] == ["a:1:1: error: b"])
  }

  /// Numbers, texts and nestings that break readers.
  private static let nasty: [JSONValue] = [
    .null, true, 0, -1, 1e308, .number(-1e-308), .integer(.max), .integer(.min), "", " ", "\u{0}",
    "\u{1F600}", "a\u{301}", .string(String(repeating: "x", count: 3000)), [], [:], [[]],
    ["a": .null],
    "2026-13-45T99:99:99Z", "9999-12-31T23:59:59Z", "%", "*", "\"", "-1", 200, 201, 90.0000001, 180,
    -180, "AND OR NOT (", "NEAR/", "\u{202E}",
  ]

  private func mutated(_ value: JSONValue, _ generator: inout SeededGenerator) -> JSONValue {
    if Int.random(in: 0..<6, using: &generator) == 0 {
      return Self.nasty.randomElement(using: &generator) ?? .null
    }
    switch value {
    case .object(let members):
      var changed = members.map {
        JSONValue.Member($0.name, mutated($0.value, &generator))
      }
      if !changed.isEmpty, Int.random(in: 0..<5, using: &generator) == 0 {
        changed.remove(at: .random(in: 0..<changed.count, using: &generator))
      }
      return .object(changed)
    case .array(let elements): return .array(elements.map { mutated($0, &generator) })
    default: return value
    }
  }

  /// `PLACED_SOAK` makes the long form.
  private static let rounds =
    ProcessInfo.processInfo.environment["PLACED_SOAK"] == nil ? 1500 : 500_000

  @Test("Mangled requests get an answer that is JSON, with their own id", arguments: 1...4)
  func mangled(seed: UInt64) throws {
    let bench = try DispatcherBench()
    var generator = SeededGenerator(seed: seed)
    let coarse = Session(grant: AccessGrant(level: .approximate, canManage: false))
    for round in 0..<Self.rounds {
      let (method, params) = try #require(Self.samples.randomElement(using: &generator))
      // What is durable waits for the disk.
      if ["forget", "place.add"].contains(method), round % 10 != 0 { continue }
      let request = Request(
        method: method, params: mutated(params, &generator), id: RequestID(round))
      var line = Array(request.line.dropLast())
      let isBroken = Int.random(in: 0..<4, using: &generator) == 0
      if isBroken {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          line[.random(in: 0..<line.count, using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
      }
      let reply = bench.reply(line, round % 3 == 0 ? coarse : bench.session)
      guard let text = reply.line else {
        #expect(isBroken, "seed \(seed), round \(round): no answer")
        continue
      }
      #expect(text.last == 10 && text.count { $0 == 10 } == 1, "seed \(seed), round \(round)")
      let answer = try JSONValue(parsing: text)
      #expect((answer["result"] == nil) != (answer["error"] == nil), "seed \(seed), round \(round)")
      #expect(answer["error"]?["code"] != -32603, "seed \(seed), round \(round): \(answer)")
      if !isBroken { #expect(answer["id"]?.int == round, "seed \(seed), round \(round)") }
    }
  }
}
