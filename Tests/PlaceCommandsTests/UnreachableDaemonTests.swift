import Foundation
import TestSupport
import Testing

@Suite("A daemon that is down, closed, hung or another program", .serialized)
struct UnreachableDaemonTests {
  /// Every command that talks to the daemon.
  private static let commands: [[String]] = [
    [], ["status"], ["status", "--history"], ["likely"], ["select", "1"], ["selected"], ["clear"],
    ["watch"], ["wait", "fix"], ["wait", "arrived", "Home"], ["search", "x"], ["nearby"], ["map"],
    ["visits"], ["visits", "correct", "1", "2"], ["visits", "remove", "1", "-y"], ["suggest"],
    ["explain"], ["forget", "--all", "-y"], ["place", "add", "X", "--at", "1,2"],
    ["place", "show", "1"], ["place", "edit", "1", "--name", "X"], ["place", "remove", "1", "-y"],
    ["place", "list"], ["reload"], ["export"], ["export", "--visits"],
  ]

  private let scratch = ScratchDirectory()

  private func check(
    _ exit: Int32, says words: String, _ code: String, script: FakeDaemon.Script?
  ) throws {
    let daemon = script.map { FakeDaemon(path: scratch.file("s"), script: $0) }
    defer { daemon?.stop() }
    // All at once: a hung daemon is waited for, but only once.
    let runs = LockedList<(Int, ProgramRun)>()
    let group = DispatchGroup()
    let lines = Self.commands.flatMap { [$0, $0 + ["--json"]] }
    for (index, line) in lines.enumerated() {
      group.enter()
      Thread.detachNewThread {
        if let run = try? ProgramRun(
          PlacectlRun.program, line + ["--socket", scratch.file("s")],
          environment: PlacectlRun.environment(scratch))
        {
          runs.append((index, run))
        }
        group.leave()
      }
    }
    group.wait()
    #expect(runs.all.count == lines.count)
    for (index, run) in runs.all {
      let line = lines[index].joined(separator: " ")
      #expect(run.status == exit, "\(line)")
      #expect(run.output == "", "\(line)")
      if line.hasSuffix("--json") {
        let error = try? JSONSerialization.jsonObject(with: Data(run.error.utf8)) as? [String: Any]
        let body = error?["error"] as? [String: Any]
        #expect(body?["code"] as? String == code, "\(line): \(run.error)")
        #expect((body?["hint"] as? String)?.isEmpty == false, "\(line): \(run.error)")
      } else {
        let said = run.error.split(separator: "\n")
        #expect(said.count == 2 && said[0].contains(words), "\(line): \(run.error)")
        #expect(said.last?.hasPrefix("  ") == true, "\(line): no next step in \(run.error)")
      }
    }
  }

  @Test("Down: each command says so with the next step, and ends with 3")
  func down() throws {
    try check(3, says: "placed is not running", "not_running", script: nil)
  }

  @Test("Killed: a dead daemon's socket is told from a missing one")
  func dead() throws {
    FakeDaemon(path: scratch.file("s"), script: Harbour.script).stop()
    try check(3, says: "nobody listens", "not_running", script: nil)
  }

  @Test("Denied: each command says how to get in, and ends with 5")
  func denied() throws {
    try check(5, says: "this user may not", "denied", script: Harbour.denied)
  }

  @Test("Hung: each command gives up in time, and ends with 6")
  func hung() throws {
    try check(6, says: "does not answer within", "timed_out") { _, _ in .silence }
  }

  @Test("Hung after the greeting: each command gives up in time, and ends with 6")
  func hungLater() throws {
    try check(6, says: "does not answer within", "timed_out") { method, _ in
      method == "hello" ? .result(FakeDaemon.hello) : .silence
    }
  }

  @Test("Another program: each command says so, and ends with 3")
  func otherProgram() throws {
    try check(3, says: "does not speak the protocol", "garbled") { _, _ in
      .raw("220 mail ESMTP\n")
    }
  }

  @Test("Another protocol: each command says so, and ends with 7")
  func otherProtocol() throws {
    try check(7, says: "speaks protocol 9", "incompatible") { _, _ in
      .result(#"{"name":"placed","version":"9","protocol":9,"access":"precise"}"#)
    }
  }

  @Test("Another version of the same protocol is told once, and does no harm")
  func otherVersion() throws {
    let daemon = FakeDaemon(path: scratch.file("s")) { method, params in
      method == "hello"
        ? .result(#"{"name":"placed","version":"9.9","protocol":1,"access":"precise"}"#)
        : Harbour.script(method, params)
    }
    defer { daemon.stop() }
    for line in [["map"], ["visits", "correct", "1", "Kamppi Center"], ["wait", "fix"]] {
      let run = try ProgramRun(
        PlacectlRun.program, line + ["--socket", daemon.path],
        environment: PlacectlRun.environment(scratch))
      #expect(run.status == 0)
      #expect(run.error.components(separatedBy: "9.9").count == 2, "\(run.error)")
    }
  }
}

/// What several threads collect.
///
/// `@unchecked Sendable`: all access is under `lock`.
final class LockedList<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  func append(_ element: Element) { lock.withLock { elements.append(element) } }
  var all: [Element] { lock.withLock { elements } }
}
