import Geography

/// What is asked of the grid.
package struct GridQuery: Sendable {
  /// Around what.
  package var center: Coordinate
  /// How far from it an edge may be, in metres.
  package var withinMeters: Double
  /// How many at most, the nearest.
  package var limit: Int
  /// Which classes are read.
  package var classes: Range<UInt8>
  /// The categories wanted; nil, all.
  package var categories: Set<UInt16>?

  package init(
    center: Coordinate, withinMeters: Double, limit: Int = .max,
    classes: Range<UInt8> = GridClass.places, categories: Set<UInt16>? = nil
  ) {
    self.center = center
    self.withinMeters = withinMeters
    self.limit = limit
    self.classes = classes
    self.categories = categories
  }
}
