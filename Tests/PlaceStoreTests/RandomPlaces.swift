import Geography
import Places
import TestSupport

@testable import PlaceStore

/// Random place rows of all kinds that make a spatial index err: crowds, stacks, large extents,
/// outlines, the date line, the poles.
struct RandomPlaces {
  var random: SeededGenerator
  private var centers: [Coordinate] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    centers = [
      at(60.17, 24.94), at(-17.8, 179.9999), at(89.9999, 40), at(-89.999, -100), at(0, 0),
      at(51.88, -176.65),
    ]
    for _ in 0..<4 { centers.append(anywhere()) }
  }

  mutating func anywhere() -> Coordinate {
    at(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
  }

  /// A position that is likely to have places around it.
  mutating func somewhere() -> Coordinate {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return anywhere()
    case 1: return at(90, .random(in: -180...180, using: &random))
    case 2: return at(-90, .random(in: -180...180, using: &random))
    case 3:
      return at(.random(in: -80...80, using: &random), Bool.random(using: &random) ? 180 : -180)
    default:
      let center = centers.randomElement(using: &random)!
      let reach = [20, 300, 5_000, 100_000.0].randomElement(using: &random)!
      return center.moved(
        .random(in: 0...reach, using: &random), towards: .random(in: 0..<360, using: &random))
    }
  }

  /// A row with this id, and its outline where it has one.
  mutating func row(id: Int) -> (row: PlaceRow, polygon: Polygon?) {
    var row = PlaceRow()
    row.id = id
    row.source = 1
    row.sourceID = "\(id)"
    row.name = "Place \(id)"
    row.category = Category.all.randomElement(using: &random)!.code
    let position = Int.random(in: 0..<6, using: &random) == 0 ? centers[0] : somewhere()
    row.position = FixedPoint(position)
    var radius = 0.0
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: radius = .random(in: 0...100, using: &random)
    case 8..<11: radius = .random(in: 100...1600, using: &random)
    case 11: radius = .random(in: 1_600...100_000, using: &random)
    default: break
    }
    row.radiusMillimeters = Int(radius * 1000)
    var polygon: Polygon?
    if radius > 1, abs(position.latitude) < 80, Int.random(in: 0..<4, using: &random) == 0 {
      polygon = outline(around: position, radius: min(radius, 60_000))
      row.hasShape = true
      row.position = FixedPoint(polygon!.center)
      row.radiusMillimeters = Int(
        (polygon!.radiusMeters(around: row.position.coordinate) * 1000).rounded(.up))
    }
    if Int.random(in: 0..<10, using: &random) == 0 { row.priority = 3 }
    return (row, polygon)
  }

  private func stored(_ position: Coordinate) -> Coordinate { FixedPoint(position).coordinate }

  /// A star with a hole.
  private mutating func outline(around center: Coordinate, radius: Double) -> Polygon {
    var outer: [Coordinate] = []
    var hole: [Coordinate] = []
    for corner in 0..<12 {
      let far = radius * .random(in: 0.4...1, using: &random)
      outer.append(stored(center.moved(far, towards: Double(corner) * 30)))
      hole.append(stored(center.moved(radius * 0.2, towards: Double(corner) * 30)))
    }
    return Polygon(rings: [outer, hole])!
  }
}
