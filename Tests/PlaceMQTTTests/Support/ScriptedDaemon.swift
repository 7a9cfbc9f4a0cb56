import Foundation
import JSON
import PlaceProtocol
import TestSupport

/// A daemon that tells what a test wants: arrivals and departures, and the visits they belong to.
///
/// `@unchecked Sendable`: what the server's threads read is guarded by `lock`.
final class ScriptedDaemon: @unchecked Sendable {
  private let lock = NSLock()
  private var visits: [JSONValue] = []
  private var server: FakeDaemon?
  private let path: String
  private let access: String

  init(path: String, access: String = "precise", starts: Bool = true) {
    self.path = path
    self.access = access
    if starts { start() }
  }

  deinit { server?.stop() }

  func start() {
    server = FakeDaemon(path: path) { [unowned self] method, params in reply(method, params) }
  }

  /// Goes away; its visits are kept.
  func stop() {
    server?.stop()
    server = nil
  }

  private func reply(_ method: String, _ params: [String: Any]) -> FakeDaemon.Reply {
    switch method {
    case "hello":
      return .result(
        #"{"name":"placed","version":"0.1.0","protocol":1,"access":"\#(access)","manage":false}"#)
    case "subscribe":
      let fix = #"{"time":"2026-05-04T07:00:00Z","lat":60.17,"lon":24.94,"accuracy_m":5}"#
      let coarse = #"{"time":"2026-05-04T07:00:00Z","lat":60.2,"lon":24.9,"accuracy_m":3000}"#
      let topics = params["events"] as? [String] ?? []
      if access == "approximate" {
        guard Set(topics).isSubset(of: ["fix", "access"]) else {
          return .failure(code: "denied", message: "needs precise access")
        }
        return .result(#"{"seq":0,"state":{"fix":\#(coarse),"access":"approximate"}}"#)
      }
      return .result(
        #"{"seq":0,"state":{"fix":\#(fix),"source":{"state":"fix"},"access":"precise"}}"#)
    case "status": return .result(#"{"source":{"state":"fix"},"health":[]}"#)
    case "visits":
      if access != "precise" { return .failure(code: "denied", message: "needs precise access") }
      return page(limit: params["limit"] as? Int ?? 50, cursor: params["cursor"] as? String)
    case "select":
      guard params["name"] as? String == "Depot" else {
        return .failure(code: "not_found", message: "there is no such place")
      }
      return .result(#"{"selected":{"place":{"id":1,"name":"Depot"}}}"#)
    case "clear": return .result(#"{"selected":null}"#)
    default: return .error(#"{"code":-32601,"message":"no such method"}"#)
    }
  }

  /// Newest first; the cursor is how many were shown.
  private func page(limit: Int, cursor: String?) -> FakeDaemon.Reply {
    let all = lock.withLock { Array(visits.reversed()) }
    let start = cursor.flatMap { Int($0) } ?? 0
    var writer = JSONWriter()
    writer.object { writer in
      writer.array("visits", all.dropFirst(start).prefix(limit)) { $0.value($1) }
      if all.count > start + limit { writer.member("cursor", String(start + limit)) }
    }
    return .result(String(decoding: writer.bytes, as: UTF8.self))
  }

  // MARK: What happens

  /// A visit that began `minute` minutes after seven, and lasts two where it is over.
  static func visit(_ number: Int, isOpen: Bool) -> JSONValue {
    func time(_ minute: Int) -> JSONValue {
      let text = String(minute % 60)
      return .string(
        "2026-05-0\(1 + minute / 1440)T\(minute / 60 % 24 < 10 ? "0" : "")\(minute / 60 % 24):"
          + "\(text.count < 2 ? "0" : "")\(text):00Z")
    }
    var members: [JSONValue.Member] = [
      .init("id", .integer(Int64(number + 1))),
      .init(
        "place", ["id": .integer(Int64(number)), "name": .string("Place \(number)")]),
      .init("lat", 60.17), .init("lon", 24.94), .init("arrived_at", time(number * 3)),
    ]
    if !isOpen { members.append(.init("departed_at", time(number * 3 + 2))) }
    members += [.init("alternatives", []), .init("confirmed", false), .init("inferred", false)]
    return .object(members)
  }

  /// The ids that the events of visits carry, in their order.
  static func eventIDs(_ numbers: Range<Int>) -> [Int] {
    numbers.flatMap { number -> [Int] in
      let visit = visit(number, isOpen: false)
      return [("arrived_at", Topic.arrived), ("departed_at", .departed)].map { member, topic in
        EventID.make(
          topic, Int64(number + 1),
          Int64(Self.milliseconds(visit[member]?.string ?? "")))
      }
    }
  }

  private static func milliseconds(_ text: String) -> Int {
    let formatter = ISO8601DateFormatter()
    return Int((formatter.date(from: text)?.timeIntervalSince1970 ?? 0) * 1000)
  }

  /// A visit from its beginning to its end; told, unless nobody is there to hear it.
  func happen(_ number: Int, isTold: Bool = true) {
    let ids = Self.eventIDs(number..<number + 1)
    let open = Self.visit(number, isOpen: true)
    let over = Self.visit(number, isOpen: false)
    lock.withLock { visits.append(open) }
    if isTold { tell("arrived", ids[0], open, open["arrived_at"]) }
    lock.withLock { visits[visits.count - 1] = over }
    if isTold { tell("departed", ids[1], over, over["departed_at"]) }
  }

  private func tell(_ topic: String, _ id: Int, _ visit: JSONValue, _ time: JSONValue?) {
    tell(
      topic,
      [
        "seq": 1, "id": .integer(Int64(id)), "time": time ?? .null, "reported_at": time ?? .null,
        "inferred": false, "visit": visit,
      ])
  }

  /// Tells all that are connected.
  func tell(_ topic: String, _ params: JSONValue) {
    var writer = JSONWriter()
    writer.value(["jsonrpc": "2.0", "method": .string(topic), "params": params])
    server?.tell(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// A report of the receiver, `second` seconds after seven.
  func tellFix(second: Int) {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let time =
      "2026-05-04T\(two(7 + second / 3600 % 17)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    tell(
      "fix",
      [
        "seq": 1,
        "fix": [
          "time": .string(time), "lat": .number(60 + Double(second) / 1e5), "lon": 24.94,
          "accuracy_m": 5,
        ],
      ])
  }

  /// Waits until a client has subscribed and asked for the visits since the last start.
  func waitForClient() -> Bool {
    poll { server?.requests.contains { $0.contains(#""method":"visits""#) } ?? false }
  }

  /// Waits until a client has subscribed since the last start.
  func waitForSubscriber() -> Bool {
    poll { server?.answered.contains { $0.contains(#""method":"subscribe""#) } ?? false }
  }
}
