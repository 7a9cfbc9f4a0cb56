import Geography

/// The country one moves in: where stops happen at all. It gives `elsewhere` its density and places
/// never visited their share, so that neither depends on what the table knows of other countries.
struct Region {
  /// How often one stopped at each visited place of the region.
  var visited: [(placeID: Int, count: Double, center: Coordinate)]
  /// Sum of those counts.
  var visits: Double
  /// Square metres.
  var area: Double
  /// Sum of the popularity of all places in it.
  var popularity: Double

  /// Radius in metres of the region of someone who has confirmed nothing, and how many confirmed
  /// stops outweigh it. A larger one makes a town's streets look empty of strangers, a smaller one
  /// the countryside full of them.
  static let priorRadius = 700.0
  static let priorWeight = 1.0

  /// How far away, in metres, a visited place still belongs to the region.
  static let reach = 30_000.0

  /// Radius in metres of the disc that popularity is summed over; a larger region is assumed to be as
  /// dense. Bounds the cost in a city.
  static let surveyedRadius = 4000.0

  /// The region around `position` by `time`, as `lessons` and the table tell.
  init(
    around position: Coordinate, time: UTCTime?, lessons: Lessons, places: some PlaceLookup
  ) {
    visited = lessons.visited(around: position, withinMeters: Self.reach, time: time)
    visits = visited.reduce(0) { $0 + $1.count }
    let frame = LocalFrame(origin: position)
    let weight = visits + Self.priorWeight
    var (east, north) = (0.0, 0.0)
    for visit in visited {
      let point = frame.point(visit.center)
      east += visit.count * point.east / weight
      north += visit.count * point.north / weight
    }
    let middle = LocalFrame.Point(east: east, north: north)
    // A uniform disc has a mean squared distance of half its squared radius from its middle.
    var spread = Self.priorWeight * Self.priorRadius * Self.priorRadius / 2
    for visit in visited {
      let distance = frame.point(visit.center).distance(to: middle)
      spread += visit.count * distance * distance
    }
    area = 2 * .pi * spread / weight
    let survey = Survey(around: frame.coordinate(middle), radius: (area / .pi).squareRoot())
    popularity =
      places.popularity(around: survey.center, withinMeters: survey.radius) * area
      / (.pi * survey.radius * survey.radius)
  }
}

/// The disc that popularity is summed over: its centre on a grid and its radius of a few sizes, so
/// that a vehicle on its way asks the table once in a while, not with every fix.
private struct Survey {
  var center: Coordinate
  var radius: Double

  init(around position: Coordinate, radius wanted: Double) {
    var size = 500.0
    while size < min(wanted, Region.surveyedRadius) { size *= 2.0.squareRoot() }
    radius = size
    let step = radius / 4 / Coordinate.metersPerDegree
    center = Coordinate(
      clampingLatitude: (position.latitude / step).rounded() * step,
      wrappingLongitude: (position.longitude / step).rounded() * step)
  }
}
