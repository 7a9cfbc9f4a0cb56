import Geography

/// A place that a query of the grid found.
package struct GridHit: Sendable {
  package var id: UInt32
  package var category: UInt16
  package var flags: UInt32
  /// On the grid: within `CurvePosition.roundingMeters` of the place's own position.
  package var position: CurvePosition
  package var radiusMeters: Double
  /// Metres from the query's position to the edge, 0 inside.
  package var distanceMeters: Double

  package var hasShape: Bool { flags & GridEntry.shapeFlag != 0 }
  package var needsRow: Bool { flags & GridEntry.rowFlag != 0 }

  /// Nearest first; ties: the smaller extent, then the lower id.
  @inline(__always)
  static func < (left: GridHit, right: GridHit) -> Bool {
    if left.distanceMeters != right.distanceMeters {
      return left.distanceMeters < right.distanceMeters
    }
    if left.radiusMeters != right.radiusMeters { return left.radiusMeters < right.radiusMeters }
    return left.id < right.id
  }
}

/// The best of the hits seen so far: a binary heap with the worst of them on top.
struct NearestHits {
  private let capacity: Int
  private(set) var hits: [GridHit] = []

  init(capacity: Int) {
    self.capacity = capacity
    hits.reserveCapacity(min(capacity, 64))
  }

  var isFull: Bool { hits.count >= capacity }

  /// What is further away than this need not be offered.
  @inline(__always)
  func bound(_ radius: Double) -> Double {
    isFull ? min(radius, hits.first?.distanceMeters ?? radius) : radius
  }

  mutating func offer(_ hit: GridHit) {
    if hits.count < capacity {
      hits.append(hit)
      var child = hits.count - 1
      while child > 0, case let parent = (child - 1) / 2, hits[parent] < hits[child] {
        hits.swapAt(parent, child)
        child = parent
      }
    } else if capacity > 0, hit < hits[0] {
      hits[0] = hit
      sink()
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < hits.count else { return }
      if child + 1 < hits.count, hits[child] < hits[child + 1] { child += 1 }
      guard hits[parent] < hits[child] else { return }
      hits.swapAt(parent, child)
      parent = child
    }
  }

  /// The hits, nearest first.
  var sorted: [GridHit] { hits.sorted { $0 < $1 } }
}
