import Foundation
import JSON
import TestSupport
import Testing

@Suite("placed: start and end")
struct LifecycleTests {
  @Test("It says that it is ready, what it does, and stops cleanly", arguments: [SIGTERM, SIGINT])
  func cleanStop(signal: CInt) throws {
    let daemon = try DaemonProcess()
    #expect(try daemon.result("hello")["name"] == "placed")
    daemon.signal(signal)
    #expect(daemon.exitStatus() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.scratch.file("s")))
    _ = daemon.wait(within: 0.1) { $0.contains("STOPPING=1") }
    #expect(daemon.notifications.contains { $0.contains("STOPPING=1") })
    #expect(daemon.notifications.contains { $0.contains("STATUS=") })
  }

  @Test("A signal right after READY is not lost")
  func earlySignal() throws {
    for _ in 0..<10 {
      let daemon = try DaemonProcess()
      #expect(daemon.stop() == 0)
    }
  }

  @Test("A dead daemon's socket file is replaced, a living one's never")
  func socketFile() throws {
    let scratch = ScratchDirectory()
    let dead = try DaemonProcess(in: scratch)
    dead.kill()
    #expect(FileManager.default.fileExists(atPath: scratch.file("s")))
    let living = try DaemonProcess(in: scratch)
    let second = try ProgramRun(
      BuiltProgram.path("placed"),
      ["--source", "none", "--database", scratch.file("b.db"), "--socket", scratch.file("s")])
    #expect(second.status == 1)
    #expect(second.error.contains("another placed answers at"))
    #expect(second.error.contains("--socket"))
    #expect(try living.result("hello")["name"] == "placed")
  }

  @Test("A socket path that is taken by a file, or has no folder, is an error with a hint")
  func badSocket() throws {
    let scratch = ScratchDirectory()
    let file = try scratch.write("mine", to: "file")
    for path in [file, scratch.file("no/s"), "/" + String(repeating: "x", count: 150)] {
      let run = try ProgramRun(
        BuiltProgram.path("placed"),
        ["--source", "none", "--database", scratch.file("b.db"), "--socket", path])
      #expect(run.status == 1 && run.error.contains(";"), "\(run.error)")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test(
    "A database that cannot be read is told, and the daemon goes on",
    arguments: ["a directory", "no database", "truncated", "no folder"])
  func badDatabase(kind: String) throws {
    let scratch = ScratchDirectory()
    let path = scratch.file("bad.db")
    switch kind {
    case "a directory": mkdir(path, 0o755)
    case "no database": _ = try scratch.write(String(repeating: "text ", count: 1000), to: "bad.db")
    case "truncated": _ = try scratch.write("SQLite format 3\0garbage", to: "bad.db")
    default: break
    }
    let daemon = try DaemonProcess(
      in: scratch,
      arguments: [
        "--source", "none", "--database", kind == "no folder" ? scratch.file("no/x.db") : path,
      ])
    let health = try daemon.result("status")["health"]?.array ?? []
    let problem = try #require(health.first { $0["code"] == "database" })
    #expect(problem["severity"] == "serious")
    #expect(problem["hint"]?.string?.isEmpty == false, "\(problem)")
    let refused = try daemon.call("select", ["place": 1])
    #expect(refused["error"]?["data"]?["code"] == "storage")
    #expect(try daemon.call("place.list")["error"]?["data"]?["code"] == "storage")
    #expect(try daemon.call("likely", ["at": ["lat": 1, "lon": 2]])["result"] != nil)
    #expect(daemon.stop() == 0)
  }

  @Test("A configuration with a mistake ends the start with its place")
  func badConfiguration() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write("[source]\nulr = none\n", to: "c.conf")
    for arguments in [["--config", path], ["--config", path, "--check-config"]] {
      let run = try ProgramRun(BuiltProgram.path("placed"), arguments)
      #expect(run.status == 1)
      #expect(
        run.error == "\(path):2:1: error: unknown key 'ulr' in [source]; did you mean 'url'?\n")
    }
    let missing = try ProgramRun(
      BuiltProgram.path("placed"), ["--config", scratch.file("no.conf"), "--check-config"])
    #expect(missing.status == 1 && missing.error.contains("No such file"))
  }

  @Test("--check-config prints the settings in force, drop-ins and options included")
  func checkConfiguration() throws {
    let scratch = ScratchDirectory()
    let path = try scratch.write("[filter]\ndistance = 0.1 km\n", to: "placed.conf")
    mkdir(scratch.file("placed.conf.d"), 0o755)
    _ = try scratch.write("[places]\nlimit = 9\n", to: "placed.conf.d/a.conf")
    let run = try ProgramRun(
      BuiltProgram.path("placed"), ["--config", path, "--check-config", "--source=none"])
    #expect(run.status == 0 && run.error == "")
    for line in ["distance = 100 m", "limit = 9", "url = none", "[access]"] {
      #expect(run.output.contains(line + "\n"))
    }
    let again = try scratch.write(run.output, to: "again.conf")
    let second = try ProgramRun(
      BuiltProgram.path("placed"), ["--config", again, "--check-config"])
    #expect(second.output == run.output)
  }

  @Test(
    "A wrong command line ends with 2 and says what is right",
    arguments: [
      (["--sorce", "none"], "--source"), (["--source", "gpds://x"], "gpsd"),
      (["--log-level", "loud"], "notice"), (["--replay", "-", "--events", "likley"], "likely"),
      (["--events", "likely"], "--replay"), (["extra"], "extra"), (["--socket"], "--socket"),
    ])
  func usage(arguments: [String], advice: String) throws {
    let run = try ProgramRun(BuiltProgram.path("placed"), arguments)
    #expect(run.status == 2)
    #expect(run.error.contains(advice), "\(run.error)")
    #expect(run.output == "")
  }

  @Test("--help and --version answer on standard output")
  func help() throws {
    let version = try ProgramRun(BuiltProgram.path("placed"), ["--version"])
    #expect(version.status == 0 && version.output.hasPrefix("placed "))
    let help = try ProgramRun(BuiltProgram.path("placed"), ["--help"])
    #expect(help.status == 0)
    for option in ["--config", "--check-config", "--source", "--replay", "--log-level"] {
      #expect(help.output.contains(option))
    }
  }

  @Test("A socket that systemd passes is used, and its file left to systemd")
  func activation() throws {
    let scratch = ScratchDirectory()
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: scratch.file("s").utf8)
    }
    let bound = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0 && listen(listener, 8) == 0)
    defer { close(listener) }
    for (name, manages) in [("placed.socket", true), ("client", false)] {
      let daemon = try DaemonProcess(
        in: scratch, environment: ["LISTEN_FDNAMES": name], listener: listener)
      #expect(try daemon.result("hello")["manage"] == .bool(manages))
      #expect(daemon.stop() == 0)
      #expect(FileManager.default.fileExists(atPath: scratch.file("s")))
    }
  }

  @Test("The watchdog is fed from the loop")
  func watchdog() throws {
    let daemon = try DaemonProcess(environment: ["WATCHDOG_USEC": "200000"])
    for _ in 0..<5 { #expect(daemon.wait(within: 10) { $0.contains("WATCHDOG=1") }) }
  }
}
