import Geography

/// The lines of a geometry, and the extent they make.
///
/// Polygons and closed lines are outlines; of all else the extent is the circle around the middle of
/// its box that holds it.
struct GeometryLines {
  /// What is wrong with a geometry.
  enum Problem: Hashable {
    /// A coordinate that is no number.
    case notANumber
    /// A position that is none on Earth; `swapped`: it would be, with its numbers exchanged.
    case outOfRange(swapped: Bool)
    /// More positions than any place has.
    case tooLarge
  }

  private static let mostPositions = 200_000

  private(set) var problem: Problem?
  private var lines: [[Coordinate]] = []
  private var positions = 0
  /// GeoJSON's word for it.
  var type = ""
  /// It is made of several geometries.
  var isCollection = false

  /// Keeps the first thing that is wrong.
  mutating func note(_ found: Problem) { problem = problem ?? found }

  /// A position of the geometry; nil, and noted, where there is no such place.
  mutating func position(longitude: Double, latitude: Double) -> Coordinate? {
    positions += 1
    guard positions <= Self.mostPositions else {
      note(.tooLarge)
      return nil
    }
    if let position = Coordinate(latitude: latitude, longitude: longitude) { return position }
    note(.outOfRange(swapped: Coordinate(latitude: longitude, longitude: latitude) != nil))
    return nil
  }

  mutating func append(_ line: [Coordinate]) {
    if !line.isEmpty { lines.append(line) }
  }

  /// Where the place is; nil for a geometry without positions.
  var extent: ImportedExtent? {
    guard let first = lines.first?.first else { return nil }
    if positions == 1 { return ImportedExtent(position: first) }
    let isArea =
      switch type {
      case "Polygon", "MultiPolygon": !isCollection
      case "LineString", "MultiLineString":
        !isCollection && lines.allSatisfy { $0.count >= 4 && $0.first == $0.last }
      default: false
      }
    if isArea, let polygon = Polygon(rings: lines.filter { Set($0).count >= 3 }) {
      let center = polygon.center
      return ImportedExtent(
        position: center, radiusMeters: polygon.radiusMeters(around: center), polygon: polygon)
    }
    let center = Polygon.center(of: lines.joined())
    let radius = lines.joined().lazy.map { center.distance(to: $0) }.max() ?? 0
    return ImportedExtent(position: center, radiusMeters: radius)
  }
}
