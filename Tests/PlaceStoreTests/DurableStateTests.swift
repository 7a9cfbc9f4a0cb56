import Detection
import Geography
import Glibc
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("State that outlives the process")
struct DurableStateTests {
  let folder = ScratchDirectory()
  var path: String { folder.file("places.db") }

  private func visit(_ id: Int, _ arrived: Int64, place: Int? = nil) -> Visit {
    Visit(
      id: id, device: "/dev/ttyUSB0", placeID: place, position: at(60.17116, 24.94142),
      accuracyMeters: 7.5, arrivedAt: UTCTime(milliseconds: arrived),
      alternatives: [
        Visit.Alternative(placeID: 3, likelihood: 0.7, within: 0.2, distanceMeters: 12.25)
      ])
  }

  @Test("An event is there after a restart, all of it")
  func event() throws {
    let time = UTCTime(milliseconds: 1_767_600_000_000)
    var stored = visit(17, 1_767_600_000_000)
    var id = 0
    do {
      let store = try PlaceStore(path: path)
      id = try store.add(PlaceDraft(name: "a", position: at(0, 0))).id
      stored.placeID = id
      try store.record(
        StoreEvent(
          visits: [stored], detectorState: [1, 2, 3],
          selection: .set(StoredSelection(placeID: id, since: time)),
          lessons: [
            StoredLesson(placeID: id, position: at(1, 2), sigmaMeters: 5, time: time, weight: 2)
          ]))
    }
    let store = try PlaceStore(path: path)
    #expect(try store.openVisit() == stored)
    #expect(try store.detectorState() == [1, 2, 3])
    #expect(try store.selection() == StoredSelection(placeID: id, since: time))
    let lesson = try #require(try store.lessons().first)
    #expect(lesson.placeID == id && lesson.weight == 2 && lesson.position == at(1, 2))
    _ = try store.remove(id: id)
    #expect(try store.selection() == nil)
  }

  @Test("Of the state beside the database and the one inside the newer counts")
  func detectorState() throws {
    do {
      let store = try PlaceStore(path: path)
      #expect(try store.detectorState() == nil)
      try store.record(StoreEvent(detectorState: [1]))
      try store.saveDetectorState([2])
      #expect(try store.detectorState() == [2])
    }
    do {
      let store = try PlaceStore(path: path)
      #expect(try store.detectorState() == [2])
      try store.saveDetectorState([3])
      try store.saveDetectorState([4])
      try store.record(StoreEvent(detectorState: [5]))
    }
    #expect(try PlaceStore(path: path).detectorState() == [5])
  }

  @Test("State too large for a page goes into the database")
  func largeState() throws {
    let large = [UInt8](repeating: 7, count: 10_000)
    try PlaceStore(path: path).saveDetectorState(large)
    #expect(try PlaceStore(path: path).detectorState() == large)
  }

  @Test("State beside a database that was replaced is not taken for its own")
  func foreignState() throws {
    try PlaceStore(path: path).saveDetectorState([9])
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    #expect(try PlaceStore(path: path).detectorState() == nil)
  }

  @Test("Visits come newest first, page by page, by time and by place")
  func visits() throws {
    let store = try PlaceStore(path: path)
    for index in 1...5 {
      var visit = visit(index, Int64(index) * 1000, place: index % 2 == 0 ? 1 : nil)
      visit.departedAt = UTCTime(milliseconds: Int64(index) * 1000 + 500)
      try store.record(StoreEvent(visits: [visit]))
    }
    let first = try store.visits(VisitQuery(limit: 2))
    #expect(first.visits.map(\.id) == [5, 4])
    let next = try #require(first.next)
    let cursor = try #require(VisitCursor(next.description))
    let second = try store.visits(VisitQuery(after: cursor, limit: 3))
    #expect(second.visits.map(\.id) == [3, 2, 1])
    #expect(second.next == nil)
    #expect(try store.visits(VisitQuery(place: .place(1))).visits.map(\.id) == [4, 2])
    #expect(try store.visits(VisitQuery(place: .none)).visits.map(\.id) == [5, 3, 1])
    let since = UTCTime(milliseconds: 2501)
    let until = UTCTime(milliseconds: 4000)
    #expect(try store.visits(VisitQuery(since: since, until: until)).visits.map(\.id) == [3])
  }

  @Test("A removed visit stays removed when the same stop is found again")
  func removedVisit() throws {
    let store = try PlaceStore(path: path)
    try store.record(StoreEvent(visits: [visit(4, 1000)]))
    _ = try store.removeVisit(id: 4)
    try store.record(StoreEvent(visits: [visit(4, 1000)]))
    #expect(try store.visit(id: 4) == nil)
    #expect(try store.isVisitRemoved(id: 4))
    #expect(throws: StoreError.self) { try store.removeVisit(id: 4) }
  }

  @Test("What is forgotten is in no file any more")
  func forget() throws {
    let store = try PlaceStore(path: path)
    var secret = visit(4, 1000)
    secret.device = "very-secret-device-name"
    try store.record(StoreEvent(visits: [secret], detectorState: Array("secret-state".utf8)))
    try store.saveDetectorState(Array("secret-state".utf8))
    let counts = try store.forget()
    #expect(counts == (visits: 1, lessons: 0))
    #expect(try store.detectorState() == nil)
    for suffix in ["", "-wal", "-state"] {
      let bytes = try Files.bytes(path + suffix)
      #expect(!bytes.contains("very-secret-device-name".utf8))
      #expect(!bytes.contains("secret-state".utf8))
    }
  }

  @Test("The last fifty changes of health are kept")
  func health() throws {
    let store = try PlaceStore(path: path)
    for index in 0..<60 {
      let change = StoredHealth(
        time: UTCTime(milliseconds: Int64(index)), code: "no_fix", severity: "warning",
        text: "t", isOver: index % 2 == 1)
      try store.record(StoreEvent(detectorState: [1], health: [change]))
      // Health makes no event by itself.
      try store.record(StoreEvent(health: [change]))
    }
    let history = try store.healthHistory()
    #expect(history.count == 50)
    #expect(history.first?.time.milliseconds == 59)
    #expect(history.last?.time.milliseconds == 10)
  }

  @Test("A setting is kept until it is dropped")
  func settings() throws {
    try PlaceStore(path: path).setSetting("offset", [1, 2])
    let store = try PlaceStore(path: path)
    #expect(try store.setting("offset") == [1, 2])
    try store.setSetting("offset", nil)
    #expect(try store.setting("offset") == nil)
  }
}
