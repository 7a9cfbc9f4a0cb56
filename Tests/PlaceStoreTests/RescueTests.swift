import Detection
import Foundation
import Geography
import Places
import SQLite
import TestSupport
import Testing

@testable import PlaceStore

@Suite("A damaged database is moved aside, and what can be read goes on")
struct RescueTests {
  let folder = ScratchDirectory()
  var path: String { folder.file("places.db") }
  private let time = UTCTime(milliseconds: 1_700_000_000_000)

  /// A database with places, visits, a selection, a confirmation and a setting; its places by number.
  private func fill(_ count: Int = 2000) throws -> [Place] {
    let store = try PlaceStore(path: path)
    for index in 1...count {
      _ = try store.add(
        PlaceDraft(name: "Harbour \(index)", position: at(50 + Double(index) / 1000, 10)))
    }
    var event = StoreEvent()
    for index in 1...200 {
      let arrived = UTCTime(milliseconds: Int64(index) * 1_000_000)
      event.visits.append(
        Visit(
          id: index, placeID: index, position: at(50, 10), accuracyMeters: 5, arrivedAt: arrived,
          departedAt: arrived.advanced(bySeconds: 500)))
    }
    event.selection = .set(StoredSelection(placeID: 7, since: time))
    event.lessons = [
      StoredLesson(placeID: 9, position: at(50, 10), sigmaMeters: 5, time: time)
    ]
    try store.record(event)
    try store.setSetting("offset", [1, 2, 3])
    try store.saveDetectorState([4, 5, 6])
    try store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try store.list(limit: .max)
  }

  private func overwrite(_ bytes: [UInt8], at offset: Int) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  private func size(_ path: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path)).count
  }

  @Test("A file cut short: refused as damaged, kept whole, its head goes on")
  func truncated() throws {
    let places = try fill()
    let whole = try size(path)
    truncate(path, off_t(whole * 3 / 4 / 4096 * 4096))
    let cut = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect { try PlaceStore(path: path) } throws: { ($0 as? StoreError)?.code == .corrupt }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == cut, "an attempt changes nothing")
    let rescue = try PlaceStore.rescue(path: path, at: time)
    #expect(rescue.asidePath == path + ".damaged-20231114T221320Z")
    #expect(try Data(contentsOf: URL(fileURLWithPath: rescue.asidePath)) == cut)
    let store = try PlaceStore(path: path)
    #expect(try store.check() == [])
    let left = try store.list(limit: .max)
    #expect(left.count == rescue.places && left.count > 100 && left.count < places.count)
    #expect(Set(left).isSubset(of: places))
    #expect(try store.add(PlaceDraft(name: "New", position: at(1, 1))).id > places.count)
    #expect(try store.detectorState() == [4, 5, 6])
  }

  @Test("A torn page in the middle costs its rows at most", arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func torn(_ seed: UInt64) throws {
    let places = try fill()
    var random = SeededGenerator(seed: seed)
    let pages = try size(path) / 4096
    let store = try PlaceStore(path: path)
    // A leaf of the place table, as dbstat names it.
    let leaves = try store.database.prepare(
      "SELECT pageno FROM dbstat WHERE name = 'place' AND pagetype = 'leaf'")
    var numbers: [Int] = []
    while try leaves.step() { numbers.append(leaves.int(0)) }
    let page = numbers.randomElement(using: &random)!
    #expect(page <= pages)
    try overwrite(
      (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }, at: (page - 1) * 4096)
    let rescue = try PlaceStore.rescue(path: path, at: time)
    let new = try PlaceStore(path: path)
    #expect(try new.check() == [], "seed \(seed)")
    let left = try new.list(limit: .max)
    #expect(left.count == rescue.places && left.count > places.count - 150, "seed \(seed)")
    #expect(Set(left).isSubset(of: places))
    #expect(rescue.visits == 200)
    #expect(try new.visits(VisitQuery(limit: 500)).visits.count == 200)
    #expect(try new.selection()?.placeID == 7 || !left.contains { $0.id == 7 })
    #expect(try new.lessons().map(\.placeID) == [9])
    #expect(try new.setting("offset") == [1, 2, 3])
    #expect(
      try new.search("harbour 1500", limit: 1).first?.name == "Harbour 1500"
        || left.allSatisfy { $0.id != 1500 })
  }

  @Test("Without a readable first page the new file is empty and the old one is kept")
  func header() throws {
    _ = try fill(50)
    try overwrite([UInt8](repeating: 0x55, count: 4096), at: 0)
    let rescue = try PlaceStore.rescue(path: path, at: time)
    #expect(rescue.places == 0 && rescue.visits == 0)
    #expect(try size(rescue.asidePath) > 4096)
    let again = try PlaceStore(path: path)
    #expect(again.placeCount == 0)
    #expect(try again.check() == [])
  }

  @Test("What is no database of ours, or of a newer version, is left alone")
  func notOurs() throws {
    let text = try folder.write("dear diary", to: "diary.txt")
    #expect { try PlaceStore.rescue(path: text, at: time) } throws: {
      ($0 as? StoreError)?.code == .corrupt
    }
    #expect(try String(contentsOfFile: text, encoding: .utf8) == "dear diary")
    let other = folder.file("other.db")
    let database = try Database(path: other)
    try database.execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)")
    #expect { try PlaceStore.rescue(path: other, at: time) } throws: {
      ($0 as? StoreError)?.code == .corrupt
    }
    #expect(try database.integer("SELECT x FROM t") == 1)
    _ = try fill(3)
    let mine = try Database(path: path)
    try mine.execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect { try PlaceStore(path: path) } throws: { ($0 as? StoreError)?.code == .newerSchema }
    #expect { try PlaceStore.rescue(path: path, at: time) } throws: { $0 is StoreError }
    #expect(try mine.integer("SELECT count(*) FROM place") == 3)
  }

  @Test("Two rescues in one second keep both files")
  func names() throws {
    for _ in 0..<2 {
      _ = try fill(5)
      try overwrite([UInt8](repeating: 1, count: 4096), at: 0)
      _ = try PlaceStore.rescue(path: path, at: time)
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    #expect(kept.count == 2)
  }

  @Test("A torn log is read up to its last whole commit")
  func log() throws {
    let store = try PlaceStore(path: path)
    for index in 1...20 {
      _ = try store.add(PlaceDraft(name: "P \(index)", position: at(1, Double(index))))
    }
    // As a power cut leaves them: the log not folded in, its end torn.
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: folder.file("cut.db") + suffix)
    }
    let log = folder.file("cut.db-wal")
    truncate(log, off_t(try size(log) - 2000))
    let after = try PlaceStore(path: folder.file("cut.db"))
    #expect(after.placeCount == 19)
    #expect(try after.check() == [])
  }
}
