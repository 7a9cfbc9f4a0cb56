import Geography
import TestSupport
import Testing

@Suite("Polygons")
struct PolygonTests {
  @Test("Distance to the edge is negative inside, and a hole is outside")
  func hole() throws {
    let origin = at(60, 25)
    let frame = LocalFrame(origin: origin)
    let square = { (half: Double) in
      [(-half, -half), (half, -half), (half, half), (-half, half)].map {
        frame.coordinate(LocalFrame.Point(east: $0.0, north: $0.1))
      }
    }
    let polygon = try #require(Polygon(rings: [square(100), square(40)]))
    func distance(_ east: Double, _ north: Double) -> Double {
      polygon.signedDistance(
        from: frame.coordinate(LocalFrame.Point(east: east, north: north)))
    }
    #expect(abs(distance(0, 0) - 40) < 0.1)
    #expect(abs(distance(70, 0) + 30) < 0.1)
    #expect(abs(distance(150, 0) - 50) < 0.1)
    #expect(abs(distance(130, 140) - 50) < 0.1)
  }

  @Test("A ring across the date line holds what lies between")
  func dateLine() throws {
    let polygon = try #require(
      Polygon(rings: [[at(-17, 179.9), at(-17, -179.9), at(-16.8, -179.9), at(-16.8, 179.9)]]))
    #expect(polygon.signedDistance(from: at(-16.9, 180)) < 0)
    #expect(polygon.signedDistance(from: at(-16.9, -179.95)) < 0)
    #expect(polygon.signedDistance(from: at(-16.9, 179.8)) > 0)
  }

  @Test("A ring of less than three points is no polygon")
  func degenerate() {
    #expect(Polygon(rings: []) == nil)
    #expect(Polygon(rings: [[at(0, 0), at(0, 1), at(0, 0)]]) == nil)
  }
}
