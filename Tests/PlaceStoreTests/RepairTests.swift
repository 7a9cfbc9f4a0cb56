import Foundation
import Geography
import Places
import SQLite
import TestSupport
import Testing

@testable import PlaceStore

@Suite("Checking, repairing, keeping copies")
struct RepairTests {
  let folder = ScratchDirectory()
  var path: String { folder.file("places.db") }

  private func fill(_ count: Int = 300) throws -> PlaceStore {
    let store = try PlaceStore(path: path)
    var places = RandomPlaces(seed: 3)
    var edits = GridEdits()
    try store.database.execute("BEGIN")
    _ = try store.makeSource(named: "s")
    for id in 1...count {
      var (row, polygon) = places.row(id: id)
      row.names = id % 3 == 0 ? ["sv": "Namn \(id)"] : [:]
      let shape = polygon.map { ShapeCoding.encode($0, around: row.position) }
      try store.insert(row, shape: shape, edits: &edits)
      try store.insertOrigin(of: row)
    }
    try edits.apply(to: store.tiles)
    _ = try store.takePlaceIDs(count)
    try store.count(added: count)
    try store.database.execute("COMMIT")
    return store
  }

  @Test("A sound database has no problems, also after edits")
  func sound() throws {
    let store = try fill()
    #expect(try store.check() == [])
    for id in stride(from: 1, through: 300, by: 3) {
      _ = try store.update(
        id: id, PlaceChanges(name: "Moved \(id)", position: at(1, Double(id) / 2), radiusMeters: 7))
    }
    for id in stride(from: 2, through: 300, by: 3) { _ = try store.remove(id: id) }
    #expect(try store.check() == [])
  }

  @Test(
    "Damage to what is derived is found and mended",
    arguments: [
      ("DELETE FROM tile WHERE rowid IN (SELECT rowid FROM tile LIMIT 1)", StoreProblem.Kind.grid),
      ("UPDATE tile SET entries = substr(entries, 1, 32)", .grid),
      ("UPDATE tile SET entries = zeroblob(length(entries))", .grid),
      ("UPDATE tile SET entries = x'00'", .grid),
      ("INSERT INTO tile SELECT key + 16, entries FROM tile LIMIT 1", .grid),
      ("DELETE FROM tile", .grid),
      ("INSERT INTO search(search) VALUES('delete-all')", .search),
      ("INSERT INTO typo(typo) VALUES('delete-all')", .search),
      ("INSERT INTO search(rowid, words) VALUES(5, 'ghost')", .search),
      ("DELETE FROM search_data WHERE id > 10", .search),
      ("UPDATE search_data SET block = zeroblob(40) WHERE id > 10", .search),
      ("DELETE FROM origin WHERE place < 20", .origins),
      ("UPDATE tally SET places = 7", .tally),
      ("UPDATE tally SET next_place = 1", .tally),
    ])
  func damage(_ sql: String, _ kind: StoreProblem.Kind) throws {
    _ = try fill()
    let vandal = try Process.run("sqlite3", [path, sql])
    #expect(vandal == 0)
    let store = try PlaceStore(path: path)
    let before = try store.list(limit: .max)
    let problems = try store.check()
    #expect(problems.map(\.kind).contains(kind), "\(problems)")
    #expect(problems.allSatisfy { $0.kind == kind }, "\(problems)")
    try store.rebuildIndexes()
    #expect(try store.check() == [])
    #expect(try store.list(limit: .max) == before)
    #expect(try store.search("Place 17", limit: 5).first?.name == "Place 17")
    let place = try #require(try store.place(id: 17))
    let near = try store.nearest(to: place.position, limit: 300)
    #expect(near.contains { $0.place.id == 17 })
    #expect(try store.add(PlaceDraft(name: "new", position: at(0, 0))).id > 300)
    #expect(try store.check() == [])
  }

  @Test("A place changed behind our back is found and indexed")
  func foreignEdit() throws {
    _ = try fill()
    #expect(
      try Process.run("sqlite3", [path, "UPDATE place SET lat = 10, name = 'Zzyzx' WHERE id = 9"])
        == 0)
    let store = try PlaceStore(path: path)
    #expect(try Set(store.check().map(\.kind)) == [.grid, .search])
    try store.rebuildIndexes()
    #expect(try store.search("zzyzx", limit: 5).map(\.id) == [9])
  }

  @Test("A backup made while others write is consistent, and can be restored")
  func backup() throws {
    let store = try fill()
    let copy = folder.file("copy.db")
    try store.backup(to: copy)
    let kept = try store.list(limit: .max)
    _ = try store.remove(id: 5)
    try store.record(StoreEvent(detectorState: [1]))
    try store.saveDetectorState([2])
    let backup = try PlaceStore(path: copy, access: .readOnly)
    #expect(try backup.check() == [])
    #expect(try backup.list(limit: .max) == kept)
    #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))

    let watcher = try PlaceStore(path: path)
    _ = try watcher.place(id: 1)
    try store.restore(from: copy)
    #expect(try store.list(limit: .max) == kept)
    #expect(try store.detectorState() == nil)
    #expect(try watcher.place(id: 5) != nil)
    #expect(try store.check() == [])
    _ = try store.add(PlaceDraft(name: "after", position: at(0, 0)))
    #expect(try PlaceStore(path: path).check() == [])
  }

  @Test("What is no backup is not restored, and a backup that fails leaves the old one")
  func badBackup() throws {
    let store = try fill(10)
    let text = try folder.write("no database at all, but long enough", to: "x.db")
    #expect { try store.restore(from: text) } throws: { ($0 as? StoreError)?.code == .corrupt }
    #expect(throws: StoreError.self) { try store.restore(from: folder.file("missing.db")) }
    #expect(throws: StoreError.self) { try store.restore(from: path) }
    #expect(throws: StoreError.self) { try store.backup(to: "/nonexistent/x.db") }
    #expect(try store.placeCount == 10 && store.check() == [])
  }
}

extension Process {
  /// Runs a program to its end; its exit status.
  static func run(_ name: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
