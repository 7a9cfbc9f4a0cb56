import Foundation
import Geography
import PlaceImport
import PlaceStore
import Places
import SQLite
import TestSupport
import Testing

@Suite("An import that is interrupted", .serialized)
struct InterruptedImportTests {
  /// `PLACED_SOAK` makes the long form.
  private static let kills = ProcessInfo.processInfo.environment["PLACED_SOAK"] == nil ? 12 : 200
  private static let placectl = BuiltProgram.path("placectl")

  let fixture = ImportFixture()

  /// A table of places with names to search for.
  private func table(_ count: Int, seed: UInt64, version: Int = 1) -> String {
    var random = SeededGenerator(seed: seed)
    var text = "id,name,lat,lon,category\n"
    for id in 0..<count {
      let latitude = Double.random(in: 59...61, using: &random)
      let longitude = Double.random(in: 23...26, using: &random)
      text += "\(id),Place \(id) v\(version),\(latitude),\(longitude),cafe\n"
    }
    return text
  }

  private func start(_ file: String, _ options: [String] = []) throws -> SpawnedProgram {
    try SpawnedProgram(
      Self.placectl, ["import", "--json", "--database", fixture.path] + options + [file])
  }

  /// The same as if nothing had ever been interrupted.
  private func expectWhole(_ names: Int, version: Int, _ note: String) throws {
    let store = try fixture.store()
    #expect(try store.check() == [], "\(note)")
    #expect(store.placeCount == names, "\(note)")
    let ids = Set(try store.list(limit: .max).map(\.sourceID))
    #expect(ids.count == names, "\(note)")
    #expect(
      try store.list(limit: .max).allSatisfy { $0.name.hasSuffix(" v\(version)") }, "\(note)")
    #expect(
      try store.search("place 77 v\(version)", limit: 1).first?.sourceID == "77", "\(note)")
  }

  @Test("Killed at any moment, the table is whole, and the same command goes on")
  func kill() throws {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var seeded = SeededGenerator(seed: seed)
    let count = 4000
    var version = 1
    var path = try fixture.folder.write(table(count, seed: 1, version: version), to: "f.csv")
    // How long a whole one takes here.
    let begin = DaemonProcess.now
    #expect(try start(path).wait() == 0)
    let whole = DaemonProcess.now - begin
    try expectWhole(count, version: version, "the first")
    let other = try #require(try fixture.store().places(source: "f.csv", sourceID: "5").first)
    let edited = try #require(try fixture.store().places(source: "f.csv", sourceID: "6").first)
    _ = try fixture.store().update(id: edited.id, PlaceChanges(radiusMeters: 77))
    var killed = 0
    for round in 0..<Self.kills {
      version += 1
      path = try fixture.folder.write(table(count, seed: 1, version: version), to: "f.csv")
      let program = try start(path)
      usleep(UInt32(Double.random(in: 0...whole, using: &seeded) * 1e6))
      program.signal(SIGKILL)
      if try program.wait() != 0 { killed += 1 }
      let note = "seed \(seed), round \(round)"
      let store = try fixture.store()
      #expect(try store.check() == [], "\(note)")
      #expect(store.placeCount == count, "\(note)")
      #expect(try store.place(id: edited.id)?.radiusMeters == 77, "\(note)")
      #expect(try store.place(id: other.id)?.sourceID == "5", "\(note)")
      #expect(try start(path).wait() == 0, "\(note)")
      try expectWhole(count, version: version, note)
      let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
      #expect(!left.contains { $0.contains("-import") }, "\(note): \(left)")
    }
    #expect(killed > 0, "no import was killed in time")
  }

  @Test("Killed during its first run, a new table is whole too, with --prune as well")
  func killFirst() throws {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var seeded = SeededGenerator(seed: seed)
    let path = try fixture.folder.write(table(3000, seed: 2), to: "f.csv")
    for round in 0..<Self.kills / 2 {
      for suffix in ["", "-wal", "-shm", "-import", "-state"] { unlink(fixture.path + suffix) }
      // Many kills of one import, until it is through.
      var tries = 0
      while true {
        let program = try start(path, ["--prune"])
        usleep(UInt32(Double.random(in: 0.01...0.4, using: &seeded) * 1e6))
        if tries < 6 { program.signal(SIGKILL) }
        tries += 1
        if try program.wait() == 0 { break }
        guard FileManager.default.fileExists(atPath: fixture.path) else { continue }
        #expect(try fixture.store().check() == [], "seed \(seed), round \(round)")
      }
      try expectWhole(3000, version: 1, "seed \(seed), round \(round)")
    }
  }

  @Test("Edited while it runs, and killed: what was answered stays, and another import ends it")
  func edit() throws {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var seeded = SeededGenerator(seed: seed)
    let small = try fixture.folder.write(table(300, seed: 7), to: "small.csv")
    let large = try fixture.folder.write(table(6000, seed: 8), to: "large.csv")
    var cutShort = 0
    for round in 0..<Self.kills / 2 {
      for suffix in ["", "-wal", "-shm", "-import", "-state"] { unlink(fixture.path + suffix) }
      let note = "seed \(seed), round \(round)"
      #expect(try start(small).wait() == 0)
      var names = Dictionary(
        uniqueKeysWithValues: try fixture.places().map { ($0.id, $0.name) })
      let store = try fixture.store()
      let program = try start(large)
      let end = DaemonProcess.now + Double.random(in: 0.02...0.5, using: &seeded)
      while DaemonProcess.now < end, let id = names.keys.sorted().randomElement(using: &seeded) {
        switch Int.random(in: 0..<3, using: &seeded) {
        case 0:
          let place = try store.add(PlaceDraft(name: "Own \(names.count)", position: at(60, 24)))
          names[place.id] = place.name
        case 1: names[id] = try store.update(id: id, PlaceChanges(name: "Edited \(id)")).name
        default: names[try store.remove(id: id).id] = nil
        }
      }
      program.signal(SIGKILL)
      if try program.wait() != 0 { cutShort += 1 }
      #expect(try store.check() == [], "\(note)")
      func expectEdits() throws {
        let there = try store.list(limit: .max).filter { $0.source != "large.csv" }
        #expect(
          Dictionary(uniqueKeysWithValues: there.map { ($0.id, $0.name) }) == names, "\(note)")
        for (id, name) in names where name.hasPrefix("Edited") {
          #expect(try store.search(name, limit: 3).contains { $0.id == id }, "\(note): \(name)")
        }
      }
      try expectEdits()
      // Of another file: it does not go on with the one that was killed.
      let other = try fixture.folder.write(table(50, seed: 9, version: round + 2), to: "other.csv")
      #expect(try start(other).wait() == 0, "\(note)")
      #expect(try store.check() == [], "\(note)")
      #expect(try store.list(source: "other.csv", limit: .max).count == 50, "\(note)")
      names.merge(
        try store.list(source: "other.csv", limit: .max).map { ($0.id, $0.name) }
      ) { $1 }
      try expectEdits()
    }
    #expect(cutShort > 0, "no import was killed in time")
  }

  @Test("While it runs a user's selection is taken, and none fails")
  func select() throws {
    try fixture.run("name,lat,lon\nHome,1,2\n", as: "home.csv")
    let store = try fixture.store()
    let home = try #require(try store.list(limit: 1).first)
    let path = try fixture.folder.write(table(30_000, seed: 3), to: "f.csv")
    let program = try start(path)
    var selections = 0
    var longest = 0.0
    while store.placeCount < 30_001 {
      let before = DaemonProcess.now
      try store.setSelection(
        StoredSelection(placeID: home.id, since: UTCTime(milliseconds: Int64(selections))))
      longest = max(longest, DaemonProcess.now - before)
      selections += 1
      if selections > 100_000 { break }
    }
    #expect(try program.wait() == 0)
    #expect(selections > 3)
    // The rule is a second; a machine that does much else at the same time is given more.
    #expect(longest < 3, "\(longest) s")
    #expect(try store.selection()?.placeID == home.id)
    #expect(try store.check() == [])
  }

  @Test("A full disk: nothing is half done, and with room the same command succeeds")
  func full() throws {
    let mount = fixture.folder.file("m")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
    // Only root may mount.
    guard let program = ProgramRun.find("mount"),
      try ProgramRun(program, ["-t", "tmpfs", "-o", "size=12m", "tmpfs", mount]).status == 0
    else { return }
    defer { _ = try? ProgramRun(ProgramRun.find("umount")!, ["-l", mount]) }
    let database = mount + "/places.db"
    let small = try fixture.folder.write(table(1000, seed: 4), to: "small.csv")
    _ = try Importer(databasePath: database).run(small)
    let large = table(60_000, seed: 5)
    let run = try ProgramRun(
      Self.placectl, ["import", "--database", database, "--source-name", "large", "-"],
      input: large)
    #expect(run.status == 1)
    #expect(run.error.contains("free"), "\(run.error)")
    var store: PlaceStore? = try PlaceStore(path: database)
    #expect(try store?.check() == [])
    #expect(try store?.list(source: "small.csv", limit: .max).count == 1000)
    store = nil
    #expect(
      try ProgramRun(program, ["-o", "remount,size=64m", mount]).status == 0)
    let after = try ProgramRun(
      Self.placectl, ["import", "--database", database, "--source-name", "large", "-"],
      input: large)
    #expect(after.status == 0, "\(after.error)")
    let whole = try PlaceStore(path: database)
    #expect(whole.placeCount == 61_000)
    #expect(try whole.check() == [])
  }

  @Test("The disk fills in the middle of applying: it goes on when there is room")
  func fullInTheMiddle() throws {
    let mount = fixture.folder.file("m")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
    guard let program = ProgramRun.find("mount"),
      try ProgramRun(program, ["-t", "tmpfs", "-o", "size=64m", "tmpfs", mount]).status == 0
    else { return }
    defer { _ = try? ProgramRun(ProgramRun.find("umount")!, ["-l", mount]) }
    let database = mount + "/places.db"
    let path = try fixture.folder.write(table(30_000, seed: 6), to: "f.csv")
    var ballast: [UInt8]? = nil
    var failure: ImportError?
    do {
      _ = try Importer(databasePath: database).run(path) { progress in
        guard progress.phase == .applying, ballast == nil else { return }
        ballast = [UInt8](repeating: 1, count: 64 << 20)
        // As much as there is room for.
        let file = open(mount + "/ballast", O_WRONLY | O_CREAT, 0o600)
        while ballast!.withUnsafeBytes({ write(file, $0.baseAddress, 1 << 16) }) > 0 {}
        close(file)
      }
    } catch {
      failure = error
    }
    #expect(failure?.code == .store(.full), "\(String(describing: failure))")
    var store: PlaceStore? = try PlaceStore(path: database)
    #expect(try store?.check() == [])
    store = nil
    unlink(mount + "/ballast")
    let result = try Importer(databasePath: database).run(path)
    #expect(result.wasResumed)
    let whole = try PlaceStore(path: database)
    #expect(whole.placeCount == 30_000)
    #expect(try whole.check() == [])
  }
}
