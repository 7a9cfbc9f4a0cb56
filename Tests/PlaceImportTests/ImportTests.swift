import Foundation
import Geography
import PlaceImport
import PlaceStore
import Places
import TestSupport
import Testing

@Suite("Importing again and again")
struct ImportTests {
  let fixture = ImportFixture()
  private let three =
    "id,name,lat,lon,category\n1,A,60.1,24.1,cafe\n2,B,60.2,24.2,bar\n3,C,60.3,24.3,\n"

  private func place(_ id: String) throws -> Place {
    try #require(try fixture.store().places(source: "f.csv", sourceID: id).first)
  }

  @Test("The same file again changes nothing, and writes no place")
  func unchanged() throws {
    #expect(try fixture.run(three, as: "f.csv").counts.added == 3)
    let before = try fixture.places()
    let count = try fixture.store().changeCount()
    let again = try fixture.run(three, as: "f.csv").counts
    #expect(again.unchanged == 3 && again.added == 0 && again.updated == 0)
    #expect(try fixture.places() == before)
    #expect(try fixture.store().changeCount() == count)
  }

  @Test("Numbers, confirmations and what the user changed survive; the rest follows the file")
  func edits() throws {
    try fixture.run(three, as: "f.csv")
    let store = try fixture.store()
    let (a, b) = (try place("1"), try place("2"))
    _ = try store.update(id: a.id, PlaceChanges(name: "My A", position: at(61, 25)))
    try store.record(
      StoreEvent(lessons: [
        StoredLesson(
          placeID: a.id, position: at(61, 25), sigmaMeters: 5, time: UTCTime(milliseconds: 0))
      ]))
    let result = try fixture.run(
      "id,name,lat,lon,category\n1,A2,60.11,24.11,pub\n2,B,60.25,24.2,bar\n3,C,60.3,24.3,\n",
      as: "f.csv")
    #expect(result.counts.updated == 2 && result.counts.unchanged == 1)
    let after = try place("1")
    #expect(after.id == a.id && after.name == "My A" && after.position == at(61, 25))
    #expect(after.category == "pub")
    #expect(try place("2").id == b.id && place("2").position == at(60.25, 24.2))
    #expect(try store.lessons().map(\.placeID) == [a.id])
    #expect(try store.nearest(to: at(60.25, 24.2), limit: 1).first?.place.id == b.id)
    #expect(try store.search("my a", limit: 3).map(\.id) == [a.id])
  }

  @Test("A place that the user removed stays removed")
  func removed() throws {
    try fixture.run(three, as: "f.csv")
    _ = try fixture.store().remove(id: try place("2").id)
    let again = try fixture.run(three, as: "f.csv").counts
    #expect(again.unchanged == 2 && again.added == 0 && again.skipped == ["removed": 1])
    #expect(try fixture.places().count == 2)
  }

  @Test("--prune removes what the file lacks; when it is back it has its old number")
  func prune() throws {
    try fixture.run(three, as: "f.csv")
    try fixture.run("name,lat,lon\nOther,1,2\n", as: "other.csv")
    let b = try place("2")
    let fewer = "id,name,lat,lon,category\n1,A,60.1,24.1,cafe\n"
    #expect(try fixture.run(fewer, as: "f.csv").counts.removed == 0)
    let options = ImportOptions(prune: true)
    let counts = try fixture.run(fewer, as: "f.csv", options).counts
    #expect(counts.removed == 2 && counts.unchanged == 1)
    #expect(try fixture.places().map(\.name).sorted() == ["A", "Other"])
    #expect(try fixture.store().placeCount == 2)
    #expect(try fixture.store().search("B", limit: 3) == [])
    #expect(try fixture.run(three, as: "f.csv").counts.added == 2)
    #expect(try place("2") == b)
  }

  @Test("A dry run counts the same and changes nothing")
  func dryRun() throws {
    let dry = ImportOptions(dryRun: true)
    #expect(try fixture.run(three, as: "f.csv", dry).counts.added == 3)
    #expect(!FileManager.default.fileExists(atPath: fixture.path))
    try fixture.run(three, as: "f.csv")
    let changed = "id,name,lat,lon,category\n1,A,60.1,24.1,cafe\n2,B2,60.2,24.2,bar\n9,N,1,1,\n"
    let options = ImportOptions(prune: true, dryRun: true)
    let counts = try fixture.run(changed, as: "f.csv", options).counts
    #expect(
      counts.added == 1 && counts.updated == 1 && counts.unchanged == 1 && counts.removed == 1)
    #expect(try fixture.places().map(\.name).sorted() == ["A", "B", "C"])
    var real = options
    real.dryRun = false
    #expect(try fixture.run(changed, as: "f.csv", real).counts == counts)
  }

  @Test("--strict: one bad row, and nothing is changed")
  func strict() throws {
    let bad = three + "4,D,95,24,\n"
    let failure = try fixture.failure(bad, as: "f.csv", ImportOptions(strict: true))
    #expect(failure?.code == .badRows)
    #expect(failure?.badRows.map(\.line) == [5])
    #expect(try fixture.places() == [])
    #expect(try fixture.run(bad, as: "f.csv").counts.added == 3)
  }

  @Test("--within keeps what lies in the circle")
  func within() throws {
    let area = ImportOptions.Area(center: at(60.2, 24.2), radiusMeters: 5000)
    let counts = try fixture.run(three, as: "f.csv", ImportOptions(within: area)).counts
    #expect(counts.added == 1 && counts.skipped == ["outside": 2])
  }

  @Test("Rows without an id are known again by name and position")
  func madeIDs() throws {
    let text = "name,lat,lon\nCafé,60.12345,24.5\nCafe,60.123451,24.5\nCafé,-0.000004,-0.00001\n"
    let counts = try fixture.run(text, as: "f.csv").counts
    #expect(counts.added == 2 && counts.skipped == ["duplicate": 1])
    #expect(try place("cafe@60.12345,24.50000").name == "Cafe")
    #expect(try place("cafe@0.00000,-0.00001").name == "Café")
    let again = try fixture.run(text, as: "f.csv").counts
    #expect(again.unchanged == 2 && again.added == 0)
  }

  @Test("Of rows with one id the last counts")
  func duplicates() throws {
    let counts = try fixture.run(
      "id,name,lat,lon\n1,First,10,20\n2,X,1,1\n1,Last,-10,-20\n", as: "f.csv"
    ).counts
    #expect(counts.added == 2 && counts.skipped == ["duplicate": 1])
    #expect(try place("1").name == "Last")
  }

  @Test("Numbers follow the curve, so that neighbours lie together")
  func curveOrder() throws {
    var random = SeededGenerator(seed: 5)
    var text = "id,name,lat,lon\n"
    for id in 0..<500 {
      text +=
        "\(id),P,\(Double.random(in: -80...80, using: &random)),\(Double.random(in: -179...179, using: &random))\n"
    }
    try fixture.run(text, as: "f.csv")
    let codes = try fixture.places().map { CurvePosition($0.position).code }
    #expect(codes == codes.sorted())
  }

  @Test("Extents that are too large are refused, those of regions are left out")
  func tooLarge() throws {
    let counts = try fixture.run(
      "name,lat,lon,radius_m,category\nSea,10,20,900000,beach\nLapland,67,26,200000,region\nOk,1,1,60000,park\n",
      as: "f.csv"
    ).counts
    #expect(counts.added == 2 && counts.skipped == ["too_large": 1])
    #expect(try fixture.places().first { $0.name == "Lapland" }?.radiusMeters == 0)
  }

  @Test("Region and country come from the addresses of the same town, never from across a border")
  func areas() throws {
    var text = "name,lat,lon,category,city,state,country\n"
    text +=
      "Tornio,65.848,24.147,town,,,\nHaparanda,65.835,24.137,town,,,\nUseldom,66.5,25,village,,,\n"
    for index in 0..<4 {
      text += "Shop \(index),65.849,24.15\(index),shop,Tornio,Lapland,FI\n"
      text += "Butik \(index),65.834,24.13\(index),shop,Haparanda,Norrbotten,SE\n"
    }
    text += "Nameless F,65.8485,24.148,cafe,,,\nNameless S,65.8345,24.136,cafe,,,\n"
    text += "Lonely,66.5,25.001,cafe,,,\n"
    try fixture.run(text, as: "f.csv")
    let places = Dictionary(uniqueKeysWithValues: try fixture.places().map { ($0.name, $0) })
    #expect(places["Nameless F"]?.label == "Nameless F, Tornio, Lapland, Finland")
    #expect(places["Nameless S"]?.label == "Nameless S, Haparanda, Norrbotten, Sweden")
    #expect(places["Lonely"]?.label == "Lonely, Useldom")
    #expect(places["Tornio"]?.label == "Tornio, Lapland, Finland")
    let here = try fixture.store().here(at: at(65.8482, 24.147))
    #expect(here?.locality == "Tornio" && here?.countryCode == "FI")
  }

  @Test("Progress goes forward and ends at its end")
  func progress() throws {
    var text = "id,name,lat,lon\n"
    for id in 0..<5000 { text += "\(id),Place \(id),\(Double(id) / 100),20\n" }
    let path = try fixture.folder.write(text, to: "f.csv")
    var seen: [ImportProgress] = []
    _ = try Importer(databasePath: fixture.path).run(path) { seen.append($0) }
    let reading = seen.filter { $0.phase == .reading }
    #expect(reading.last?.done == reading.last?.total && reading.last?.places == 5000)
    #expect(reading.map(\.done) == reading.map(\.done).sorted())
    let applying = seen.filter { $0.phase == .applying }
    #expect(applying.last?.done == 5000 && applying.last?.total == 5000)
    #expect(seen.last?.phase == .finishing)
  }

  @Test("Two imports at once: the second waits its turn by saying so")
  func lock() throws {
    let path = try fixture.folder.write(three, to: "f.csv")
    var inner: ImportError?
    _ = try Importer(databasePath: fixture.path).run(path) { _ in
      guard inner == nil else { return }
      do {
        _ = try Importer(databasePath: fixture.path).run(path)
      } catch {
        inner = error as? ImportError
      }
    }
    #expect(inner?.code == .store(.busy))
    #expect(try fixture.places().count == 3)
  }
}
