import Geography
import Places
import TestSupport
import Testing

@testable import PlaceStore

@Suite("Cells of the search index")
struct SearchTokenTests {
  @Test("What is within reach of a look-up is in its cells", arguments: [31, 32])
  func reach(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let latitude = Bool.random(using: &random) ? 90.0 : 70
      let position = Coordinate(
        clampingLatitude: .random(in: -latitude...latitude, using: &random),
        wrappingLongitude: .random(in: 0..<1, using: &random) < 0.3
          ? 180 : .random(in: -180..<180, using: &random))
      for (number, level) in SearchToken.levels.enumerated() {
        let reach = SearchToken.reachMeters(level: level, latitude: position.latitude)
        let other = position.moved(
          .random(in: 0..<max(1, reach * 0.999), using: &random),
          towards: .random(in: 0..<360, using: &random))
        guard position.distance(to: other) < reach else { continue }
        let cells = SearchToken.cells(
          around: CurvePosition(position), level: level, latitude: position.latitude)
        #expect(
          cells.contains(SearchToken.cells(of: CurvePosition(other))[number]),
          "\(position), \(other), level \(level), seed \(seed)")
      }
    }
  }

  @Test("A name that shares its token with a letter is not found by that letter")
  func sharedToken() throws {
    let shared = SearchToken.initial("塔")
    let name = try #require(
      (0..<20_000_000).lazy.map { "Kiosk \($0)" }.first {
        SearchToken.name(["kiosk", String($0.dropFirst(6))]) == shared
      })
    let store = try PlaceStore(path: "", access: .memory)
    for name in [name, "東京塔"] {
      _ = try store.add(PlaceDraft(name: name, position: at(60.17, 24.94)))
    }
    #expect(try store.search("塔", near: at(60.17, 24.94), limit: 10).map(\.name) == ["東京塔"])
  }
}
