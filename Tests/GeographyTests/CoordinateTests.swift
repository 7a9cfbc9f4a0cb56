import Geography
import TestSupport
import Testing

@Suite("Coordinates")
struct CoordinateTests {
  @Test("Only finite numbers in range are a coordinate")
  func range() {
    #expect(Coordinate(latitude: 90, longitude: 180) != nil)
    #expect(Coordinate(latitude: -90, longitude: -180) != nil)
    #expect(Coordinate(latitude: 90.000001, longitude: 0) == nil)
    #expect(Coordinate(latitude: 0, longitude: 181) == nil)
    #expect(Coordinate(latitude: .nan, longitude: 0) == nil)
    #expect(Coordinate(latitude: 0, longitude: .infinity) == nil)
  }

  @Test("A quarter of the globe is 10 007.5 km, across the date line and over the pole alike")
  func quarter() {
    let quarter = Coordinate.earthRadiusMeters * .pi / 2
    #expect(abs(at(0, 135).distance(to: at(0, -135)) - quarter) < 0.01)
    #expect(abs(at(45, 0).distance(to: at(45, 180)) - quarter) < 0.01)
    #expect(at(0, 180).distance(to: at(0, -180)) < 1e-6)
  }

  @Test("Moving by a distance and bearing is undone by measuring them")
  func move() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let start = at(
        .random(in: -89...89, using: &generator), .random(in: -180...180, using: &generator))
      let meters = Double.random(in: 1...100_000, using: &generator)
      let bearing = Double.random(in: 0..<360, using: &generator)
      let end = start.moved(meters, towards: bearing)
      #expect(abs(start.distance(to: end) - meters) < 0.001)
      let turn = abs(start.bearing(to: end) - bearing)
      #expect(min(turn, 360 - turn) < 0.01)
    }
  }

  @Test("A local frame works across the date line")
  func frame() {
    let frame = LocalFrame(origin: at(-17, 179.9999))
    let point = frame.point(at(-17, -179.9999))
    #expect(abs(point.east - at(-17, 179.9999).distance(to: at(-17, -179.9999))) < 0.01)
    #expect(frame.coordinate(point).distance(to: at(-17, -179.9999)) < 0.001)
  }
}
