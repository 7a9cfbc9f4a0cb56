import Geography
import Glibc

/// Fixed cells of about 2 km, moved by a secret offset of this installation.
///
/// A position is told as the centre of its cell, always the same for the same cell: noise could be
/// averaged away, a cell cannot. The secret keeps two installations' cells, and what is known of the
/// map, from lining up with the edges.
struct CoarseGrid: Hashable {
  /// Height of a cell, and its width at its middle, in metres.
  static let cellMeters = 2000.0
  /// Radius told with a centre. A cell's corner is 1 414 m away; iOS tells at least 3 000 m for its
  /// reduced accuracy, and so do we.
  static let accuracyMeters = 3000.0

  /// Offset to the north in cells, 0 ..< 1.
  let north: Double
  /// Offset to the east in cells, 0 ..< 1.
  let east: Double

  /// The centre of the cell that holds `position`.
  func center(of position: Coordinate) -> Coordinate {
    let rowHeight = Self.cellMeters / Coordinate.metersPerDegree
    let row = ((position.latitude + 90) / rowHeight + north).rounded(.down)
    let latitude = min(90, max(-90, (row + 0.5 - north) * rowHeight - 90))
    let circumference = 360 * Coordinate.metersPerDegree * cos(latitude * .pi / 180)
    let columns = max(1, (circumference / Self.cellMeters).rounded(.down))
    let width = 360 / columns
    var column = ((position.longitude + 180) / width + east).rounded(.down)
    if column >= columns { column -= columns }
    return Coordinate(
      clampingLatitude: latitude, wrappingLongitude: (column + 0.5 - east) * width - 180)
  }
}
