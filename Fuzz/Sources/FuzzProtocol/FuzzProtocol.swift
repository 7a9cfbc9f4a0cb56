import Configuration
import Detection
import EventLoop
import Geography
import PlaceDaemon
import PlaceProtocol
import Systemd

/// The framer and the dispatcher, as the socket server calls them, on an empty table in memory with a
/// position. The first byte chooses who asks, and how the stream is cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProtocol(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 1, let bench = Benches.shared.next() else { return 0 }
  let stream = UnsafeRawBufferPointer(start: start + 1, count: count - 1)
  let level: AccessLevel =
    switch start[0] & 3 {
    case 0: .denied
    case 1: .approximate
    default: .precise
    }
  bench.serve(
    stream, cutInto: max(1, Int(start[0] >> 2)),
    Session(grant: AccessGrant(level: level, canManage: start[0] & 3 == 3)))
  return 0
}

/// Making a bench takes a hundred times as long as a request. A new one now and then keeps what one
/// input leaves behind from reaching far.
///
/// `@unchecked Sendable`: libFuzzer calls from one thread.
private final class Benches: @unchecked Sendable {
  static let shared = Benches()
  private var bench: Bench?
  private var count = 0

  func next() -> Bench? {
    if count % 1000 == 0 { bench = try? Bench() }
    count += 1
    return bench
  }
}

private final class Bench {
  private let loop: EventLoop
  private let dispatcher: Dispatcher

  init() throws {
    loop = try EventLoop()
    let health = HealthRegistry(loop: loop, journal: Journal(level: .error, descriptor: -1))
    let database = try PlaceDatabase(inMemoryWith: health, loop: loop)
    let tracker = Tracker(
      settings: Settings(), database: database, health: health, loop: loop, isLive: true)
    if let position = Coordinate(latitude: 60.17, longitude: 24.94) {
      let fix = Fix(position: position, time: UTCTime("2026-05-04T07:30:00Z"), accuracyMeters: 5)
      tracker.handle(.fix(fix), source: "none")
    }
    dispatcher = Dispatcher(
      tracker: tracker,
      status: StatusReporter(
        version: "0", tracker: tracker, monitor: SourceMonitor(url: "none", health: health),
        health: health),
      reload: { () throws(ProtocolError) in throw ProtocolError(.config, "not here") })
  }

  func serve(_ stream: UnsafeRawBufferPointer, cutInto piece: Int, _ session: Session) {
    var framer = LineFramer(maximumBytes: Request.maximumBytes)
    var index = 0
    while index < stream.count {
      let end = min(index + piece, stream.count)
      framer.append(UnsafeRawBufferPointer(rebasing: stream[index..<end]))
      index = end
      while framer.state == .line {
        guard let reply = framer.next({ dispatcher.reply(to: $0, of: session) }) else { return }
        check(reply)
        if reply.endsConnection { return }
      }
      if framer.state == .tooLong {
        check(dispatcher.replyToLongLine())
        return
      }
    }
    precondition(framer.count <= Request.maximumBytes)
  }

  /// An answer is one line, and a message of the protocol; never our own mistake.
  private func check(_ reply: Reply) {
    guard let line = reply.line else { return }
    precondition(line.last == 10 && line.dropLast().allSatisfy { $0 != 10 }, "not one line")
    let message = line.dropLast().withUnsafeBufferPointer { ServerMessage(parsing: $0) }
    switch message {
    case .result: break
    case .error(let error, _): precondition(error.kind != .internal, "an error of an unknown kind")
    case .notification, nil: preconditionFailure("no answer")
    }
  }
}
