import Foundation
import JSON
import TestSupport
import Testing

/// A client that sends mangled requests, many at a time, and knows what must come back.
private final class Abuser {
  /// What the ids of each begin with.
  static let names = ["root-", "nobody-"]

  private let connect: () throws -> LineSocket
  private let name: String
  private var requests: MangledRequests
  private var socket: LineSocket?
  private var count = 0
  private var unsent: ArraySlice<UInt8> = []
  /// Ids of requests that must be answered, in their order.
  private var expected: ArraySlice<String> = []
  /// From here on they may also be answered by the end of the connection: a line was broken.
  private var mayEndBefore: Int?
  /// Answers so far.
  private(set) var answered = 0
  /// Why the daemon is at fault.
  private(set) var fault: String?

  init(name: String, seed: UInt64, connect: @escaping () throws -> LineSocket) {
    self.name = name
    self.connect = connect
    requests = MangledRequests(seed: seed)
  }

  var isDone: Bool { expected.isEmpty || fault != nil }

  /// Writes the next requests. Each has an id of this client's own.
  func begin(_ size: Int) throws {
    if socket == nil { socket = try connect() }
    var bytes: [UInt8] = []
    var ids: [String] = []
    for index in 0...size {
      count += 1
      let id = "\(name)\(count)"
      // One line before the last is broken; what it gets is its own affair.
      if index == size {
        bytes += requests.broken(id: .string("broken")) + [UInt8(ascii: "\n")]
        mayEndBefore = ids.count
      }
      bytes += requests.next(id: .string(id)) + [UInt8(ascii: "\n")]
      ids.append(id)
    }
    unsent = bytes[...]
    expected = ids[...]
  }

  /// Sends what the socket takes, and looks at what came.
  func go() {
    guard let socket, !isDone else { return }
    while !unsent.isEmpty, case let sent = socket.send(unsent.prefix(1 << 16)), sent > 0 {
      unsent = unsent.dropFirst(sent)
    }
    while socket.receive() > 0 {}
    while let line = socket.takeLine() { take(line) }
    if socket.isAtEnd, !isDone {
      if let mayEndBefore, expected.startIndex >= mayEndBefore {
        expected = []
        unsent = []
      } else {
        fault = "\(name): hung up before the answer to \(expected.first ?? "")"
      }
    }
    if socket.isAtEnd { self.socket = nil }
  }

  private func take(_ line: String) {
    guard let message = try? JSONValue(parsing: line.utf8) else {
      fault = "\(name): not JSON: \(line)"
      return
    }
    // What it subscribed to.
    if message["id"] == nil, message["method"] != nil { return }
    guard (message["result"] == nil) != (message["error"] == nil),
      message["error"]?["code"] != -32603
    else {
      fault = "\(name): \(line)"
      return
    }
    if let id = message["id"]?.string, id == expected.first {
      answered += 1
      expected.removeFirst()
    } else if expected.count != 1
      || Self.names.contains(where: {
        message["id"]?.string?.hasPrefix($0) == true
      })
    {
      // Only the broken line, before the last, has an id of which nothing is known.
      fault = "\(name): not the answer to \(expected.first ?? ""): \(line)"
    }
  }

  /// What to wait for.
  var poll: pollfd {
    let events = unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
    return pollfd(fd: isDone ? -1 : socket?.descriptor ?? -1, events: Int16(events), revents: 0)
  }
}

@Suite("placed: mangled requests of two users at once")
struct AbuseTests {
  /// Requests of each; `PLACED_SOAK` makes the long form.
  private static let requests =
    ProcessInfo.processInfo.environment["PLACED_SOAK"] == nil ? 2000 : 5_000_000
  private static let batch = 50

  @Test(
    "Every request is answered in its order, to its own client, and memory and descriptors stay flat",
    .enabled(if: getuid() == 0, "only root can be another user"))
  func abuse() throws {
    let daemon = try DaemonProcess(
      configuration: "[access]\nprecise = root\napproximate = user:nobody\n",
      arguments: ["--source", "none", "--log-level", "error"])
    let nobody = try #require(getpwnam("nobody")?.pointee.pw_uid)
    let abusers = [
      Abuser(name: Abuser.names[0], seed: 1) { try daemon.connect() },
      Abuser(name: Abuser.names[1], seed: 2) { try daemon.connect(as: nobody) },
    ]
    let rounds = Self.requests / (Self.batch + 1)
    var footprints: [Footprint] = []
    for round in 0..<rounds {
      for abuser in abusers { try abuser.begin(Self.batch) }
      let end = DaemonProcess.now + 30
      while !abusers.allSatisfy(\.isDone) {
        try #require(DaemonProcess.now < end, "round \(round): no answer; \(daemon.log)")
        var polls = abusers.map(\.poll)
        poll(&polls, nfds_t(polls.count), 1000)
        for abuser in abusers { abuser.go() }
      }
      for abuser in abusers { try #require(abuser.fault == nil, "round \(round)") }
      if round % (max(1, rounds / 20)) == 0 { footprints.append(try Footprint(of: daemon)) }
    }
    let settled = footprints.dropFirst(footprints.count / 4)
    let memory = settled.map(\.residentKibibytes)
    print(
      "abuse: \(abusers.map(\.answered)) answers, \(memory) KiB resident, "
        + "\(settled.map(\.descriptors)) descriptors")
    // One more or less for each client that was hung up on and has not come again.
    let descriptors = settled.map(\.descriptors)
    #expect((descriptors.max() ?? 0) - (descriptors.min() ?? 0) <= abusers.count, "\(descriptors)")
    #expect(Sanitizer.isOn || (memory.last ?? 0) - (memory.first ?? 0) <= 1024, "\(memory)")
    #expect(daemon.stop() == 0)
    #expect(daemon.log.isEmpty, "\(daemon.log)")
  }
}
