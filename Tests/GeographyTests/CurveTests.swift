import Geography
import TestSupport
import Testing

@Suite("The space-filling curve")
struct CurveTests {
  @Test("A position is within half a step of its place on the grid")
  func rounding() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      let position = at(
        .random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
      let grid = CurvePosition(position)
      #expect(grid.coordinate.distance(to: position) <= CurvePosition.roundingMeters)
      #expect(CurvePosition(code: grid.code) == grid)
      #expect(CurvePosition(grid.coordinate) == grid)
      #expect(grid.code < 1 << 56)
    }
  }

  @Test("Both ends of the longitude are one meridian; the poles are on the grid")
  func edges() {
    #expect(CurvePosition(at(10, 180)) == CurvePosition(at(10, -180)))
    #expect(CurvePosition(at(90, 0)).latitude == CurvePosition.pole)
    #expect(CurvePosition(at(-90, 0)).latitude == 0)
    #expect(CurvePosition(at(90, 0)).coordinate.latitude == 90)
  }

  @Test("The next place in a box is the one that walking the curve finds")
  func bigmin() {
    var random = SeededGenerator(seed: 2)
    func side() -> (UInt32, UInt32) {
      let ends = (
        UInt32.random(in: 0..<16, using: &random), UInt32.random(in: 0..<16, using: &random)
      )
      return (min(ends.0, ends.1), max(ends.0, ends.1))
    }
    for _ in 0..<200 {
      let (south, north) = side()
      let (west, east) = side()
      let box = CurveBox(
        low: CurvePosition(latitude: south, longitude: west),
        high: CurvePosition(latitude: north, longitude: east))
      var walked: UInt64?
      for code in (UInt64(0)..<256).reversed() {
        if box.contains(CurvePosition(code: code)) {
          walked = code
        } else if box.next(after: code) != walked {
          Issue.record("box \(box), after \(code): \(String(describing: walked)) expected")
          return
        }
      }
    }
  }

  @Test(
    "A window holds the whole circle",
    arguments: [
      at(0, 0), at(60, 25), at(0, 180), at(0, -180), at(-17, 179.9999), at(89.999, 10), at(90, 0),
      at(-90, 77), at(-89.5, -180), at(45, -179.99),
    ])
  func window(_ center: Coordinate) {
    var random = SeededGenerator(seed: 3)
    for radius in [0, 1, 50, 5_000, 300_000, 5_000_000, 20_100_000.0] {
      let boxes = CurveBox.window(around: center, meters: radius)
      for _ in 0..<300 {
        let inside = center.moved(
          radius * .random(in: 0...1, using: &random),
          towards: .random(in: 0..<360, using: &random))
        let holding = boxes.filter { $0.contains(CurvePosition(inside)) }
        #expect(holding.count == 1, "\(inside) at \(radius) m")
      }
    }
  }

  @Test("A small window far from the poles is small")
  func smallWindow() throws {
    let boxes = CurveBox.window(around: at(60, 25), meters: 100)
    let box = try #require(boxes.first)
    #expect(boxes.count == 1)
    #expect(box.high.latitude - box.low.latitude < 1500)
    #expect(box.high.longitude - box.low.longitude < 3000)
  }
}
