import Geography
import Glibc
import PlaceStore
import SQLite

/// The limit: all places in memory, in arrays along the curve, searched as the grid is.
final class MortonArray {
  private struct Entry {
    var code: UInt64
    var position: CurvePosition
    var radius: Float
    var id: UInt32
  }

  private var classes: [[Entry]] = Array(repeating: [], count: GridClass.places.count)

  init(_ database: Database) throws {
    let rows = try database.prepare(
      "SELECT id, category, lat, lon, radius_mm FROM place ORDER BY id")
    while try rows.step() {
      var row = PlaceRow()
      row.id = rows.int(0)
      row.position = FixedPoint(latitude: rows.int(2), longitude: rows.int(3))
      row.radiusMillimeters = rows.int(4)
      let (entry, gridClass) = GridEntry.of(row)
      classes[Int(gridClass)].append(
        Entry(
          code: entry.code, position: CurvePosition(code: entry.code),
          radius: Float(row.radiusMeters), id: entry.id))
    }
    for index in classes.indices { classes[index].sort { $0.code < $1.code } }
  }

  /// The ids of the nearest by their edge.
  func nearest(
    to center: Coordinate, withinMeters: Double, limit: Int
  ) -> [(id: UInt32, distance: Double)] {
    let ruler = GridRuler(from: center)
    var hits = ArrayHits(capacity: limit)
    var bound = withinMeters
    // An upper bound from the nearest along the curve.
    classes[0].withUnsafeBufferPointer { entries in
      let start = Self.lowerBound(entries, CurvePosition(center).code)
      var probe = ArrayHits(capacity: limit)
      for entry in entries[max(0, start - limit)..<min(entries.count, start + limit)] {
        probe.offer(entry.id, Self.distance(entry, ruler))
      }
      if probe.isFull { bound = min(bound, probe.worst) }
    }
    for gridClass in GridClass.places where !classes[Int(gridClass)].isEmpty {
      let reach =
        min(bound, hits.isFull ? hits.worst : bound) + GridClass.largestRadiusMeters(gridClass)
      for box in CurveBox.window(around: center, meters: reach) {
        scan(classes[Int(gridClass)], box, ruler, bound, &hits)
      }
    }
    return hits.sorted
  }

  private func scan(
    _ entries: [Entry], _ box: CurveBox, _ ruler: GridRuler, _ bound: Double,
    _ hits: inout ArrayHits
  ) {
    entries.withUnsafeBufferPointer { entries in
      var index = Self.lowerBound(entries, box.low.code)
      let last = box.high.code
      var misses = 0
      while index < entries.count, entries[index].code <= last {
        let entry = entries[index]
        let position = entry.position
        if box.contains(position) {
          misses = 0
          let distance = max(
            0,
            ruler.meters(latitude: position.latitude, longitude: position.longitude)
              - Double(entry.radius))
          if distance <= (hits.isFull ? min(bound, hits.worst) : bound) {
            hits.offer(entry.id, distance)
          }
        } else {
          misses += 1
          if misses > 8 {
            guard let next = box.next(after: entry.code) else { return }
            index = Self.lowerBound(entries, next)
            misses = 0
            continue
          }
        }
        index += 1
      }
    }
  }

  private static func distance(_ entry: Entry, _ ruler: GridRuler) -> Double {
    max(
      0,
      ruler.meters(latitude: entry.position.latitude, longitude: entry.position.longitude)
        - Double(entry.radius))
  }

  @inline(__always)
  private static func lowerBound(_ entries: UnsafeBufferPointer<Entry>, _ code: UInt64) -> Int {
    lowerBound(count: entries.count) { entries[$0].code < code }
  }

  @inline(__always)
  private static func lowerBound(count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The nearest so far, sorted.
struct ArrayHits {
  private let capacity: Int
  private var hits: [(id: UInt32, distance: Double)] = []

  init(capacity: Int) {
    self.capacity = capacity
    hits.reserveCapacity(capacity + 1)
  }

  var isFull: Bool { hits.count >= capacity }
  var worst: Double { hits.last?.distance ?? .infinity }
  var sorted: [(id: UInt32, distance: Double)] { hits }

  @inline(__always)
  mutating func offer(_ id: UInt32, _ distance: Double) {
    if isFull, distance >= worst { return }
    var index = hits.count
    while index > 0, hits[index - 1].distance > distance { index -= 1 }
    hits.insert((id, distance), at: index)
    if hits.count > capacity { hits.removeLast() }
  }
}
