import Foundation
import Geography
import TestSupport
import Testing

/// placectl against the real daemon.
@Suite("placectl and placed")
struct EndToEndTests {
  private let scratch = ScratchDirectory()
  private static let home = at(60.1699, 24.9384)

  private func environment(_ more: [String: String] = [:]) -> [String: String] {
    PlacectlRun.environment(scratch).merging(more) { $1 }
  }

  /// A daemon on this folder; what the configuration and the source are is up to the test.
  private func daemon(
    _ configuration: String = "", source: String = "none"
  ) throws -> DaemonProcess {
    try DaemonProcess(in: scratch, configuration: configuration, arguments: ["--source", source])
  }

  private func placectl(_ words: String..., input: String = "") throws -> ProgramRun {
    try ProgramRun(
      PlacectlRun.program, ["--socket", scratch.file("s")] + words, input: input,
      environment: environment())
  }

  /// The output of a command that must succeed.
  private func output(_ words: String..., input: String = "") throws -> String {
    let run = try ProgramRun(
      PlacectlRun.program, ["--socket", scratch.file("s")] + words, input: input,
      environment: environment())
    #expect(run.status == 0, "\(words): \(run.error)")
    return run.output
  }

  private func json(_ words: String...) throws -> [String: Any] {
    let run = try ProgramRun(
      PlacectlRun.program, ["--socket", scratch.file("s"), "--json"] + words,
      environment: environment())
    #expect(run.status == 0, "\(words): \(run.error)")
    return try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any] ?? [:]
  }

  /// Drives to Home, stands there for ten minutes, and drives away.
  private static var visit: String {
    let start = UTCTime("2026-05-04T07:30:00Z")!
    let away = home.moved(1500, towards: 270)
    let stop = start.advanced(bySeconds: 100)
    let standing = (0..<600).map { second in
      Recordings.epoch(stop.advanced(bySeconds: Double(second)), home, knots: 0)
    }
    return Recordings.drive(from: away, seconds: 100, at: start) + standing.joined()
      + Recordings.drive(from: home, seconds: 120, at: stop.advanced(bySeconds: 600))
  }

  /// Waits for `condition`, 60 s at most.
  private func wait(_ what: String, until condition: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while try !condition() {
      try #require(deadline.timeIntervalSinceNow > 0, "in vain: \(what)")
      usleep(20_000)
    }
  }

  @Test("A place is added, shown, changed, found, selected, listed and removed")
  func placeTable() throws {
    let daemon = try daemon()
    #expect(
      try output(
        "place", "add", "Café Ångström", "--at", "60.1699,24.9384", "--radius", "25m", "--category",
        "cafe", "--street", "Aleksi", "--other-name", "en=Corner")
        == "Added: Café Ångström (id 1)\n")
    #expect(try output("place", "edit", "1", "--street", "", "--housenumber", "7") != "")
    let place = try json("place", "show", "1")
    #expect(place["radius_m"] as? Double == 25)
    #expect((place["address"] as? [String: String]) == ["housenumber": "7"])
    #expect((place["names"] as? [String: String]) == ["en": "Corner"])
    for query in ["cafe angstrom", "ÅNGSTRÖM", "corner"] {
      #expect(try output("-q", "search", query) == "1\n", "\(query)")
    }
    #expect(try output("select", "CAFE ANGSTROM") == "Selected: Café Ångström\n")
    #expect(try output("selected").hasPrefix("Café Ångström, since "))
    #expect(try output("-q", "selected") == "1\n")
    #expect(try output("clear") == "Nothing is selected.\n")
    #expect(try output("selected") == "Nothing is selected.\n")
    #expect(try output("nearby", "--at", "60.17,24.9384", "cafe").contains("Café Ångström"))
    #expect(try output("-q", "place", "list") == "1\n")
    let refused = try placectl("place", "remove", "1")
    #expect(refused.status == 2)
    #expect(try output("place", "remove", "1", "--yes") == "Removed: Café Ångström (id 1)\n")
    let gone = try placectl("place", "show", "1")
    #expect(gone.status == 4)
    daemon.stop()
  }

  @Test("Two places of one name are not guessed: they are listed, and the status is 4")
  func ambiguous() throws {
    let daemon = try daemon()
    for position in ["60.1,24.9", "60.2,24.9"] {
      _ = try output("place", "add", "Shell", "--at", position)
    }
    let run = try placectl("select", "shell")
    #expect(run.status == 4)
    #expect(run.error.contains("Shell"))
    #expect(run.error.split(separator: "\n").filter { $0.contains("Shell") }.count >= 2)
    #expect(try output("select", "id:2") == "Selected: Shell\n")
    let unknown = try placectl("select", "Shall we dance")
    #expect(unknown.status == 4)
    daemon.stop()
  }

  @Test("A name that no place has picks nothing, and those that may be meant are listed")
  func misspelt() throws {
    let daemon = try daemon()
    for name in ["City Lights Booksellers", "Vesuvio"] {
      _ = try output("place", "add", name, "--at", "60.1,24.9")
    }
    let run = try placectl("select", "city lights bookselers")
    #expect(run.status == 4)
    #expect(run.error.hasPrefix("placectl: no place is called 'city lights bookselers'\n"))
    #expect(run.error.contains("City Lights Booksellers") && !run.error.contains("Vesuvio"))
    #expect(try output("selected") == "Nothing is selected.\n")
    daemon.stop()
  }

  @Test(
    "A fix is waited for no longer than until there is a fresh one, also of a source that is lost")
  func waitForFix() throws {
    let path = try scratch.write(
      Recordings.drive(from: Self.home, seconds: 5, at: UTCTime("2026-05-04T07:30:00Z")!),
      to: "drive.nmea")
    let daemon = try daemon("[source]\nstale_after = 1 h\n", source: "file:\(path)?speed=max")
    try wait("the end of the recording") {
      try daemon.result("status")["source"]?["state"] == "lost"
    }
    #expect(try output("wait", "fix", "--timeout", "20").contains("60.1699"))
    let next = try placectl("wait", "fix", "--next", "--timeout", "0.1")
    #expect(next.status == 6)
    daemon.stop()
    let stale = try self.daemon("[source]\nstale_after = 1 s\n", source: "file:\(path)?speed=max")
    try wait("age") { try stale.result("status")["stale"] == true }
    #expect(try placectl("wait", "fix", "--timeout", "0.1").status == 6)
    stale.stop()
  }

  @Test("What is exported and imported elsewhere is the same, in each format that can hold it")
  func roundTrip() throws {
    let daemon = try daemon()
    _ = try output(
      "place", "add", "Depot, \"north\"", "--at", "60.1699,24.9384", "--radius", "80", "--category",
      "fuel", "--street", "Aleksi", "--locality", "Helsinki", "--country", "FI", "--other-name",
      "sv=Depå", "--priority", "3", "--arrive-after", "60")
    _ = try output("place", "add", "Nowhere", "--at", "-33.5,-179.9")
    // An import numbers the places in its own order.
    func features(_ export: String) -> [Substring] {
      export.split(separator: "\n").map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.sorted()
    }
    let before = try output("export")
    for format in ["geojson", "csv"] {
      let file = try scratch.write(try output("export", "--format", format), to: "out.\(format)")
      let database = scratch.file(format + ".db")
      let imported = try ProgramRun(
        PlacectlRun.program, ["import", file, "--database", database], environment: environment())
      #expect(imported.status == 0 && imported.output.contains("2 added"), "\(imported)")
      let other = try DaemonProcess(
        in: ScratchDirectory(), arguments: ["--source", "none", "--database", database])
      let run = try ProgramRun(
        PlacectlRun.program, ["export", "--socket", other.scratch.file("s")],
        environment: environment())
      #expect(features(run.output) == features(before), "\(format)")
      other.stop()
    }
    #expect(try output("export", "--format", "gpx").contains("<name>Depot, \"north\"</name>"))
    daemon.stop()
  }

  @Test("An import is seen by the running daemon, and told")
  func importWhileRunning() throws {
    let daemon = try daemon()
    let watch = try SpawnedProgram(
      PlacectlRun.program, ["watch", "places", "--socket", scratch.file("s")],
      environment: environment())
    try wait("the subscriber") { try json("status")["subscribers"] as? Int == 1 }
    let file = try scratch.write("name,lat,lon\nOne,60.1,24.9\nTwo,60.2,24.9\n", to: "two.csv")
    #expect(
      try output("import", file, "--database", scratch.file("places.db")).hasSuffix(
        "(source two.csv): 2 added\n"))
    try wait("the event") { watch.output.contains("2 added") }
    #expect(try output("-q", "search", "two") == "2\n")
    daemon.stop()
  }

  @Test("A visit is followed, waited for, listed, corrected, explained and forgotten")
  func visits() throws {
    let start = try daemon()
    _ = try output("place", "add", "Home", "--at", "60.1699,24.9384", "--radius", "40")
    _ = try output("place", "add", "Elsewhere", "--at", "60.3,24.9", "--radius", "40")
    start.stop()
    let receiver = NMEAServer(Self.visit)
    let daemon = try daemon(source: "tcp://127.0.0.1:\(receiver.port)")
    let watch = try SpawnedProgram(
      PlacectlRun.program,
      [
        "watch", "arrived", "departed", "--max-age", "forever", "--socket", scratch.file("s"),
        "--exec",
        "echo \"$PLACED_TOPIC $PLACED_PLACE $PLACED_TIME\" >>\"$HOME/events\"; cat >/dev/null",
      ], environment: environment())
    let arrival = try SpawnedProgram(
      PlacectlRun.program, ["wait", "arrived", "home", "--next", "--socket", scratch.file("s")],
      environment: environment())
    try wait("two subscribers") { try json("status")["subscribers"] as? Int == 2 }
    receiver.begin()
    #expect(try arrival.wait() == 0)
    #expect(arrival.output.hasSuffix("arrived   Home\n"))
    let log = { (try? String(contentsOfFile: scratch.file("events"), encoding: .utf8)) ?? "" }
    try wait("both events") { log().split(separator: "\n").count == 2 }
    #expect(log().hasPrefix("arrived Home 2026-05-04T07:3"))
    #expect(log().contains("departed Home 2026-05-04T07:4"))

    let listed = try output("visits")
    #expect(listed.contains("Home") && listed.split(separator: "\n").count == 2)
    let id = try output("-q", "visits").trimmingCharacters(in: .newlines)
    #expect(try output("visits", "correct", id, "ELSEWHERE") == "Visit \(id) was Elsewhere.\n")
    #expect(try output("visits", "--place", "Elsewhere").contains("Elsewhere (confirmed)"))
    #expect(try output("visits", "--place", "Home") == "No visits.\n")
    #expect(try output("visits", "--until", "2026-05-04 01:00") == "No visits.\n")
    #expect(try output("explain", id).contains("Home"))
    #expect(try output("export", "--visits", "--format", "csv").split(separator: "\n").count == 2)
    #expect(try output("forget", "--all", "--yes").hasPrefix("Erased: 1 visit,"))
    #expect(try output("visits") == "No visits.\n")
    daemon.stop()
    withExtendedLifetime(watch) {}
  }

  @Test("Status, its history and doctor agree on what is wrong")
  func health() throws {
    let daemon = try daemon(source: "serial:\(scratch.file("no-such-tty"))")
    // A source that is lost is a serious warning once it has lasted five seconds.
    try wait("the warning") { try placectl("-q").status == 1 }
    #expect(try placectl("status").output.hasPrefix("serious: "))
    #expect(try output("status", "--history").contains("serious"))
    let doctor = try placectl("doctor", "--database", scratch.file("places.db"))
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("failed   source"))
    #expect(doctor.output.contains("ok       database"))
    daemon.stop()
  }

  @Test("A backup is whole, and what is restored is what it holds")
  func backup() throws {
    let daemon = try daemon()
    _ = try output("place", "add", "Before", "--at", "60.1,24.9")
    let (database, copy) = (scratch.file("places.db"), scratch.file("copy.db"))
    #expect(try output("backup", copy, "--database", database).contains(": 1 places, "))
    _ = try output("place", "add", "After", "--at", "60.2,24.9")
    let asked = try placectl("restore", copy, "--database", database)
    #expect(asked.status == 2 && asked.error.contains("--yes"))
    let noCopy = try scratch.write("nothing", to: "nothing.db")
    #expect(try placectl("restore", noCopy, "--database", database, "--yes").status == 1)
    #expect(try output("-q", "place", "list") == "1\n2\n")
    let restored = try placectl("restore", copy, "--database", database, "--yes")
    #expect(restored.status == 0 && restored.output == "Restored: 1 places\n")
    #expect(restored.error.contains("systemctl restart placed"))
    daemon.stop()
    let again = try self.daemon()
    #expect(try output("-q", "place", "list") == "1\n")
    again.stop()
    #expect(try placectl("backup", copy, "--database", scratch.file("none.db")).status == 4)
    #expect(try placectl("backup", "/proc/no/copy", "--database", database).status == 1)
  }

  @Test("A damaged index is found, and built anew from the places")
  func repair() throws {
    let database = scratch.file("places.db")
    let file = try scratch.write("name,lat,lon\nOne,60.1,24.9\nTwo,60.2,24.9\n", to: "two.csv")
    _ = try output("import", file, "--database", database)
    let sound = try placectl("doctor", "--database", database)
    #expect(sound.output.contains("ok       database"))
    try DamagedDatabase.forgetGrid(database)
    let doctor = try placectl("doctor", "--database", database)
    #expect(doctor.output.contains("failed   database    grid: "))
    #expect(doctor.output.contains("sudo placectl doctor --repair"))
    let repair = try placectl("doctor", "--repair", "--database", database)
    #expect(repair.output.contains("ok       repaired    grid: "))
    #expect(repair.output.contains("2 places, all found"))
    #expect(try placectl("doctor", "--database", database).output.contains("ok       database"))
  }

  @Test("A bad configuration is reported line by line on reload, and the old one kept")
  func reload() throws {
    let daemon = try daemon("[filter]\ndistance = 20 m\n")
    #expect(try output("reload") == "The configuration was read anew.\n")
    _ = try scratch.write("[filter]\ndistnce = 20 m\n", to: "placed.conf")
    let run = try placectl("reload")
    #expect(run.status == 1)
    #expect(run.error.contains("placed.conf:2:1: error: unknown key 'distnce'"))
    // Each problem once, then what to do.
    #expect(run.error.components(separatedBy: "did you mean 'distance'?").count == 2)
    #expect(run.error.hasSuffix("  the one before stays in force; correct it, then reload again\n"))
    // The sentences of status and doctor fit the narrowest of terminals that is planned for.
    for command in ["status", "doctor"] {
      let screen = try TerminalRun(
        PlacectlRun.program, [command, "--socket", scratch.file("s"), "--color", "never"],
        columns: 60, environment: environment()
      ).screen
      #expect(screen.contains("the configuration has problems"))
      #expect(screen.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(screen)")
    }
    daemon.stop()
  }

  @Test("A stopped daemon is given up in time, a killed one told from a missing one")
  func stoppedAndKilled() throws {
    let daemon = try daemon()
    daemon.signal(SIGSTOP)
    let runs = try [["status"], ["likely"], ["watch"], ["wait", "fix"]].map { words in
      try SpawnedProgram(
        PlacectlRun.program, words + ["--socket", scratch.file("s")], environment: environment())
    }
    for run in runs {
      #expect(try run.wait(seconds: 30) == 6)
      #expect(run.error.contains("does not answer"))
    }
    daemon.signal(SIGCONT)
    daemon.kill()
    let run = try placectl("status")
    #expect(run.status == 3)
    #expect(run.error.contains("nobody listens"))
  }

  @Test(
    "Another user is told the way in by every command, and what an approximate one may do works",
    .enabled(if: geteuid() == 0 && ProgramRun.find("setpriv") != nil, "needs root and setpriv"))
  func otherUsers() throws {
    let nobody = ["--reuid", "65534", "--regid", "65534", "--clear-groups", PlacectlRun.program]
    func run(_ words: String...) throws -> ProgramRun {
      try ProgramRun(
        "/usr/bin/setpriv", nobody + words + ["--socket", scratch.file("s")],
        environment: environment())
    }
    var daemon = try daemon()
    for words in ["status", "likely", "visits", "watch", "clear"] {
      let denied = try run(words)
      #expect(denied.status == 5, "\(words): \(denied)")
      #expect(denied.error.split(separator: "\n").count == 2, "\(denied.error)")
    }
    let doctor = try run("doctor")
    #expect(doctor.status == 5)
    #expect(doctor.output.contains("failed   permission"))
    daemon.stop()
    daemon = try self.daemon("[access]\napproximate = user:nobody\n")
    #expect(try run("status").status == 0)
    #expect(try run("nearby", "--at", "60,24").status == 0)
    for words in ["likely", "visits", "export"] { #expect(try run(words).status == 5, "\(words)") }
    #expect(try run("place", "add", "x", "--at", "1,2").status == 5)
    daemon.stop()
    daemon = try self.daemon("[socket]\nmode = 0600\n")
    let closed = try run("status")
    #expect(closed.status == 5)
    #expect(closed.error.contains("may not connect"))
    daemon.stop()
  }

  @Test("Selecting on a terminal asks, and is durable")
  func select() throws {
    let recording = try scratch.write(
      (0..<30).map { second in
        Recordings.epoch(
          UTCTime("2026-05-04T07:30:00Z")!.advanced(bySeconds: Double(second)), Self.home, knots: 0)
      }.joined(), to: "still.nmea")
    let start = try daemon()
    for (name, east) in [("Left", 0.0), ("Right", 60)] {
      let position = Self.home.moved(east, towards: 90)
      _ = try output(
        "place", "add", name, "--at", "\(position.latitude),\(position.longitude)", "--radius", "10"
      )
    }
    start.stop()
    let daemon = try daemon(source: "file:\(recording)?speed=max")
    try wait("a fix") { try placectl("likely").status == 0 }
    let run = try TerminalRun(
      PlacectlRun.program, ["select", "--socket", scratch.file("s")], columns: 80,
      environment: environment(["NO_COLOR": "1"]),
      typing: [.init(after: "Which? 1–2, a name, or q: ", "2\n")])
    #expect(run.status == 0, "\(run.screen)")
    #expect(run.screen.hasSuffix("Selected: Right\n"))
    daemon.kill()
    let again = try self.daemon()
    #expect(try output("selected").hasPrefix("Right, since"))
    again.stop()
  }
}
