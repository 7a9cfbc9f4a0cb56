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
  @Test("Every method has a sample, and each is answered with a result or an error of its own")
  func samples() throws {
    let bench = try DispatcherBench()
    _ = try bench.call("place.add", ["name": "Home", "lat": 60.1, "lon": 24.9])
    #expect(
      Set(MangledRequests.samples.map(\.0)) == Set(PlaceProtocol.Method.allCases.map(\.rawValue)))
    for (method, params) in MangledRequests.samples {
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

  /// `PLACED_SOAK` makes the long form.
  private static let rounds =
    ProcessInfo.processInfo.environment["PLACED_SOAK"] == nil ? 1500 : 500_000

  @Test("Mangled requests get an answer that is JSON, with their own id", arguments: 1...4)
  func mangled(seed: UInt64) throws {
    let bench = try DispatcherBench()
    var requests = MangledRequests(seed: seed)
    let coarse = Session(grant: AccessGrant(level: .approximate, canManage: false))
    for round in 0..<Self.rounds {
      let isBroken = round % 4 == 0
      let line =
        isBroken
        ? requests.broken(id: .integer(Int64(round))) : requests.next(id: .integer(Int64(round)))
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
