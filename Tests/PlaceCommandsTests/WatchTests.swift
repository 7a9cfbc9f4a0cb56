import Foundation
import TestSupport
import Testing

@Suite("Following events")
struct WatchTests {
  private let scratch = ScratchDirectory()

  private func start(_ words: [String]) throws -> SpawnedProgram {
    try SpawnedProgram(
      PlacectlRun.program, words + ["--socket", scratch.file("s")],
      environment: PlacectlRun.environment(scratch).merging([
        "PLACED_PLACE": "stale", "SCRATCH": scratch.path,
      ]) { $1 })
  }

  /// What the command of --exec wrote.
  private var log: String {
    (try? String(contentsOfFile: scratch.file("log"), encoding: .utf8)) ?? ""
  }

  /// Waits for `condition`, 60 s at most.
  private func wait(_ what: String, until condition: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !condition() {
      try #require(deadline.timeIntervalSinceNow > 0, "in vain: \(what)")
      usleep(10_000)
    }
  }

  private func subscribed(_ daemon: FakeDaemon) -> Bool {
    daemon.answered.contains { $0.contains(#""method":"subscribe""#) }
  }

  private func event(_ topic: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","method":"\#(topic)","params":{"seq":1,\#(params)}}"#
  }

  private static var now: String { ISO8601DateFormatter().string(from: Date()) }

  private func arrival(_ id: Int, _ name: String, reportedAt: String = now) -> String {
    event(
      "arrived",
      """
      "id":\(id),"time":"2026-05-04T07:30:00Z","reported_at":"\(reportedAt)","inferred":false,\
      "visit":{"id":\(id),"place":{"id":\(id),"name":"\(name)"},"arrived_at":"2026-05-04T07:30:00Z"}
      """)
  }

  private static let topics: [(String, String)] = [
    ("fix", #""fix":{"lat":60,"lon":25,"time":"2026-05-04T07:30:12Z"},"ignored":"jump""#),
    (
      "likely",
      #""time":"2026-05-04T07:30:12Z","reason":"moved","places":[{"id":1,"name":"A","likelihood":0.7}],"elsewhere":0.3"#
    ),
    ("selected", #""selected":null,"reason":"departed""#),
    (
      "departed",
      #""time":"2026-05-04T09:00:00Z","inferred":true,"visit":{"id":5,"place":{"id":1,"name":"A"},"arrived_at":"2026-05-04T07:30:00Z","departed_at":"2026-05-04T09:00:00Z"}"#
    ),
    ("passed", #""time":"2026-05-04T07:30:00Z","place":{"id":1,"name":"A\u001b[2J"}"#),
    ("visit", #""visit":{"id":5,"place":{"id":1,"name":"A"},"confirmed":true}"#),
    ("current", #""place":null,"since":"2026-05-04T07:30:00Z""#),
    ("here", #""here":{"label":"Kamppi, Helsinki"}"#),
    ("source", #""url":"gpsd://localhost","state":"lost","reason":"refused","retry_s":5"#),
    ("access", #""access":"approximate","manage":false"#),
    ("places", #""added":1628,"updated":0,"removed":2"#),
    ("lagged", #""dropped":12,"state":{}"#),
    ("tomorrow", #""x":1"#),
  ]

  @Test("Each topic is a readable line, or the notification as JSON, or ids")
  func lines() throws {
    let daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    defer { daemon.stop() }
    var text = ""
    for option in [[], ["--json"], ["-q"], ["--utc", "--units", "imperial"]] {
      let before = daemon.answered.count
      let watch = try start(["watch"] + option)
      try wait("a subscription") {
        daemon.answered.dropFirst(before).contains { $0.contains("subscribe") }
      }
      for (topic, params) in Self.topics { daemon.tell(event(topic, params)) }
      daemon.tell(arrival(3, "Last"))
      try wait("the last event") {
        watch.output.contains("Last") || watch.output.hasSuffix("3\n")
      }
      text += "== watch \(option.joined(separator: " "))\n"
      text += watch.output.replacing(/"reported_at":"[^"]*"/, with: "\"reported_at\":\"…\"")
        .replacing(/(?m)^20(?!26-05-04).{8} .{8}Z?/, with: "(received)         ")
      #expect(watch.error == "")
    }
    #expect(try Snapshot().difference(of: text, from: "watch.txt") == nil)
  }

  @Test("All topics but fix are asked for, or just those that are named")
  func topics() throws {
    for (words, expected) in [
      (
        ["watch"],
        #"["likely","selected","arrived","departed","passed","visit","current","here","source","access","places"]"#
      ), (["watch", "fix", "arrived"], #"["fix","arrived"]"#),
    ] {
      let daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
      let watch = try start(words)
      try wait("a subscription") { subscribed(daemon) }
      #expect(daemon.requests.last?.contains(#""events":"# + expected) == true)
      withExtendedLifetime(watch) {}
      daemon.stop()
    }
  }

  @Test("The command of --exec is given the event and its variables, one event at a time")
  func exec() throws {
    let daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    defer { daemon.stop() }
    // It fails when two run at once, and takes a while.
    let script = """
      mkdir "$SCRATCH/lock" || echo together >>"$SCRATCH/log"
      event=$(cat)
      echo "$PLACED_TOPIC|$PLACED_PLACE|$PLACED_PLACE_ID|$PLACED_TIME|$PLACED_INFERRED|$event" \
        >>"$SCRATCH/log"
      sleep 0.05; rmdir "$SCRATCH/lock"; exit 3
      """
    let watch = try start(["watch", "arrived", "--exec", script])
    try wait("a subscription") { subscribed(daemon) }
    daemon.tell(event("lagged", #""dropped":1,"state":{}"#))
    for id in 1...5 { daemon.tell(arrival(id, "Place $(touch x) \(id)\\u001b")) }
    try wait("five runs") { log.split(separator: "\n").count == 5 }
    let lines = log.split(separator: "\n")
    for (index, line) in lines.enumerated() {
      let id = index + 1
      #expect(
        line.hasPrefix(
          "arrived|Place $(touch x) \(id)\\u{1B}|\(id)|2026-05-04T07:30:00Z|false|"
            + #"{"jsonrpc":"2.0","method":"arrived","params":{"seq":1,"id":\#(id),"#), "\(line)")
    }
    #expect(watch.output == "")
    try wait("the last status") {
      watch.error.components(separatedBy: "ended with status 3").count == 6
    }
  }

  @Test("An event that is late, or that waited too long, runs nothing")
  func late() throws {
    let daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    defer { daemon.stop() }
    let watch = try start([
      "watch", "--max-age", "1", "--exec", "echo $PLACED_PLACE_ID >>$SCRATCH/log; sleep 1.2",
    ])
    try wait("a subscription") { subscribed(daemon) }
    daemon.tell(arrival(1, "Old", reportedAt: "2020-01-01T00:00:00Z"))
    daemon.tell(arrival(2, "Fresh"))
    daemon.tell(arrival(3, "Waited"))
    try wait("the note") { watch.error.components(separatedBy: "was left out").count == 3 }
    #expect(log == "2\n")
    #expect(!watch.error.contains("Fresh") && !watch.error.contains("Waited"))
  }

  @Test("Of a flood that the command cannot follow the oldest events are left out")
  func flood() throws {
    let daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    defer { daemon.stop() }
    let watch = try start([
      "watch", "--max-age", "forever", "--exec",
      "echo $PLACED_PLACE_ID >>$SCRATCH/log; read x <$SCRATCH/go",
    ])
    #expect(mkfifo(scratch.file("go"), 0o600) == 0)
    try wait("a subscription") { subscribed(daemon) }
    daemon.tell(arrival(1, "First"))
    try wait("the first run") { log == "1\n" }
    for id in 2...112 { daemon.tell(arrival(id, "Flood")) }
    try wait("the notes") { watch.error.components(separatedBy: "too slow").count == 12 }
  }

  @Test("A restart of the daemon is told once and survived")
  func restart() throws {
    var daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    let watch = try start(["watch", "arrived"])
    try wait("a subscription") { subscribed(daemon) }
    daemon.stop()
    try wait("the note") { watch.error.contains("the connection was lost") }
    daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    defer { daemon.stop() }
    try wait("the second note") { watch.error.hasSuffix("placectl: connected again\n") }
    #expect(watch.error.components(separatedBy: "was lost").count == 2)
    daemon.tell(arrival(9, "After"))
    try wait("the event") { watch.output.contains("After") }
  }

  @Test("A reader that has enough ends it, without a word")
  func closedPipe() throws {
    let daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    defer { daemon.stop() }
    let placectl = PlacectlRun.program
    let socket = scratch.file("s")
    let sender = Thread {
      while !daemon.answered.contains(where: { $0.contains("subscribe") }) { usleep(10_000) }
      for id in 1...2000 {
        daemon.tell(
          #"{"jsonrpc":"2.0","method":"passed","params":{"seq":1,"place":{"id":\#(id),"name":"x"}}}"#
        )
      }
    }
    sender.start()
    let run = try ProgramRun(
      "/bin/bash",
      ["-c", "timeout 20 \(placectl) watch --socket \(socket) | head -n 1; exit ${PIPESTATUS[0]}"],
      environment: PlacectlRun.environment(scratch))
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(run.error == "")
  }

  @Test("Waiting ends with the event that fits, and with nothing else")
  func waiting() throws {
    let daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    defer { daemon.stop() }
    let wait = try start(["wait", "arrived", "Kamppi Center", "--json"])
    try self.wait("a subscription") { subscribed(daemon) }
    daemon.tell(arrival(1, "Elsewhere"))
    daemon.tell(event("departed", #""visit":{"place":{"id":4711,"name":"Kamppi Center"}}"#))
    daemon.tell(arrival(4711, "KAMPPI CENTER"))
    #expect(try wait.wait() == 0)
    #expect(wait.output.contains("KAMPPI CENTER"))
    #expect(wait.output.split(separator: "\n").count == 1)
  }

  @Test("With --next what is so already does not count")
  func next() throws {
    let daemon = FakeDaemon(path: scratch.file("s"), script: Harbour.script)
    defer { daemon.stop() }
    let wait = try start(["wait", "fix", "--next"])
    try self.wait("a subscription") { subscribed(daemon) }
    daemon.tell(event("fix", #""fix":{"lat":1,"lon":2},"ignored":"jump""#))
    daemon.tell(event("fix", #""fix":{"lat":3,"lon":4}"#))
    _ = try wait.wait()
    #expect(wait.output.contains("3.00000, 4.00000"))
    #expect(!wait.output.contains("1.00000"))
  }

  @Test("A departure is over where the vehicle stands elsewhere, and not while it stands there")
  func departed() throws {
    let placectl = PlacectlRun()
    defer { placectl.daemon.stop() }
    let gone = try placectl.piped(["wait", "departed", "Kamppi Center"])
    #expect(gone.status == 0)
    #expect(gone.output.hasSuffix("departed  is not there\n"))
    let there = try placectl.piped(["wait", "departed", "--timeout", "0.2"])
    #expect(there.status == 6)
    #expect(there.output == "")
    #expect(
      there.error
        == "placectl: no 'departed' within 0.2 s\n  placectl status tells what is so now\n")
  }

  @Test("A place that nobody knows is not waited for for ever")
  func unknownPlace() throws {
    let placectl = PlacectlRun()
    defer { placectl.daemon.stop() }
    let run = try placectl.piped(["wait", "arrived", "nowhere"])
    #expect(run.status == 4)
    #expect(run.error.contains("no place is called 'nowhere'"))
  }
}
