import Geography
import PlaceProtocol
import TestSupport
import Testing

@testable import PlaceDaemon

@Suite("Approximate positions")
struct CoarseTests {
  private func secret(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<CoarseRelease.secretByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  @Test("Every position lies in its cell, and the whole cell has one centre", arguments: 1...20)
  func cells(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let grid = CoarseGrid(
      north: .random(in: 0..<1, using: &generator), east: .random(in: 0..<1, using: &generator))
    for _ in 0..<500 {
      let position = at(
        .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
      let center = grid.center(of: position)
      #expect(center.distance(to: position) <= 1600, "seed \(seed): \(position)")
      #expect(grid.center(of: center).distance(to: center) < 1, "seed \(seed): \(position)")
      // Standing still and moving a little inside the cell look the same.
      let near = center.moved(
        .random(in: 0..<900, using: &generator), towards: .random(in: 0..<360, using: &generator))
      if abs(center.latitude) < 85 { #expect(grid.center(of: near) == center, "seed \(seed)") }
    }
  }

  @Test("Near the poles and at 180 degrees there are cells too")
  func edges() {
    let grid = CoarseGrid(north: 0.3, east: 0.7)
    for position in [at(90, 0), at(-90, 12), at(0, 180), at(0, -180), at(60, 179.99999)] {
      #expect(grid.center(of: position).distance(to: position) <= 2100)
    }
    #expect(grid.center(of: at(10, 180)) == grid.center(of: at(10, -180)))
  }

  @Test(
    "A day's drive is told at the instants of the schedule only, as centres of cells",
    arguments: 1...10)
  func schedule(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let key = secret(&generator)
    var release = try #require(CoarseRelease(secret: key))
    let start = try #require(UTCTime("2026-05-04T00:00:00Z"))
    var position = at(60.17, 24.94)
    var told: [CoarsePosition] = []
    for second in stride(from: 0, to: 86_400, by: 7) {
      position = position.moved(100, towards: .random(in: 0..<360, using: &generator))
      // A restart in between tells nothing by itself.
      if Int.random(in: 0..<2000, using: &generator) == 0 {
        release = try #require(CoarseRelease(secret: key))
        #expect(release.released == nil)
      }
      if release.update(position, at: start.advanced(bySeconds: Double(second))) {
        told.append(try #require(release.released))
      }
    }
    #expect(told.count > 80 && told.count <= 97, "seed \(seed): \(told.count)")
    let phases = Set(told.map { $0.releasedAt.milliseconds % 900_000 })
    #expect(phases.count == 1, "seed \(seed): \(phases)")
    #expect(told.allSatisfy { $0.accuracyMeters >= 3000 })
  }

  @Test("What is told at an instant is the last position before it")
  func instant() throws {
    var release = try #require(CoarseRelease(secret: [UInt8](repeating: 0, count: 24)))
    let start = try #require(UTCTime("2026-05-04T00:10:00Z"))
    _ = release.update(at(10, 10), at: start)
    #expect(release.released == nil)
    // An hour's silence, and back far away: what was before the instant is told, not what is now.
    let isTold = release.update(at(20, 20), at: start.advanced(bySeconds: 3600))
    #expect(isTold)
    let released = try #require(release.released)
    #expect(released.center.distance(to: at(10, 10)) < 1600)
    #expect(released.releasedAt == UTCTime("2026-05-04T01:00:00Z"))
  }

  @Test("Two installations have other cells and another schedule")
  func secrets() throws {
    var generator = SeededGenerator(seed: 5)
    var centers: Set<Coordinate> = []
    var phases: Set<Int64> = []
    for _ in 0..<20 {
      var release = try #require(CoarseRelease(secret: secret(&generator)))
      let time = try #require(UTCTime("2026-05-04T00:00:00Z"))
      _ = release.update(at(60, 25), at: time)
      _ = release.advance(to: time.advanced(bySeconds: 900))
      centers.insert(try #require(release.released).center)
      phases.insert(try #require(release.released).releasedAt.milliseconds % 900_000)
    }
    #expect(centers.count == 20 && phases.count == 20)
  }
}
