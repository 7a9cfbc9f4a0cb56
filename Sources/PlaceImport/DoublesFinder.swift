import Geography
import PlaceStore
import Places

/// Finds OpenStreetMap objects that stand for one place: the platform, the stop, the entrance and the
/// building of one station.
///
/// Objects of the same name and class within 60 m are one. An area stays before a point, a station
/// before a stop, else the first in the file. All of public transport is one class.
struct DoublesFinder {
  /// How far apart two objects of one place lie at most, in metres.
  static let reachMeters = 60.0

  private struct Object {
    var position: Coordinate
    var radiusMeters: Double
    var rank: UInt8
    var ordinal: Int
  }

  private let file: RunFile
  private let runs: SortedRuns

  init(in file: RunFile) {
    self.file = file
    runs = SortedRuns(in: file, bufferSize: 4 << 20)
  }

  /// Learns of an object.
  func note(_ row: PlaceRow, rank: UInt8, ordinal: Int) throws(FileError) {
    guard !row.isLocality else { return }
    let isTransport = Category(code: row.category)?.group == .transport
    let name = NameFolding.folded(row.name)
    var writer = RecordWriter()
    let kind =
      (isTransport ? "transport" : String(row.category)) + "\0" + (name.isEmpty ? row.name : name)
    writer.text(kind)
    writer.integer(row.position.latitude)
    writer.integer(row.position.longitude)
    writer.integer(row.hasShape ? row.radiusMillimeters : 0)
    writer.integer(Int(rank))
    writer.integer(ordinal)
    try runs.add(key: UInt64(bitPattern: OriginHash.of(kind)), writer.output)
  }

  /// Gives `drop` the numbers of the objects that others stand for.
  func finish(_ drop: (Int) -> Void) throws(FileError) {
    var merged = try MergedRuns(try runs.finish(), in: file)
    var groups: [String: [Object]] = [:]
    var groupKey: UInt64?
    func settle() {
      for objects in groups.values where objects.count > 1 { Self.settle(objects, drop) }
      groups.removeAll(keepingCapacity: true)
    }
    while try merged.next({ key, payload in
      if key != groupKey { settle() }
      groupKey = key
      var reader = RecordReader(payload)
      let kind = reader.text()
      let position = FixedPoint(latitude: reader.integer(), longitude: reader.integer())
      groups[kind, default: []].append(
        Object(
          position: position.coordinate, radiusMeters: Double(reader.integer()) / 1000,
          rank: UInt8(truncatingIfNeeded: reader.integer()), ordinal: reader.integer()))
    }) {}
    settle()
  }

  /// Takes the objects from the one that stays first of all; each drops those near to it.
  private static func settle(_ objects: [Object], _ drop: (Int) -> Void) {
    let northwards = objects.indices.sorted {
      objects[$0].position.latitude < objects[$1].position.latitude
    }
    let reach =
      (reachMeters + (objects.map(\.radiusMeters).max() ?? 0)) / Coordinate.metersPerDegree
    var neighbours = [[Int]](repeating: [], count: objects.count)
    for (place, index) in northwards.enumerated() {
      for other in northwards[(place + 1)...] {
        let gap = objects[other].position.latitude - objects[index].position.latitude
        guard gap <= reach else { break }
        neighbours[index].append(other)
        neighbours[other].append(index)
      }
    }
    var isDropped = [Bool](repeating: false, count: objects.count)
    let order = objects.indices.sorted {
      (objects[$1].rank, objects[$0].ordinal) < (objects[$0].rank, objects[$1].ordinal)
    }
    for index in order where !isDropped[index] {
      for other in neighbours[index]
      where !isDropped[other] && isStandingFor(objects[index], objects[other]) {
        isDropped[other] = true
        drop(objects[other].ordinal)
      }
    }
  }

  private static func isStandingFor(_ kept: Object, _ other: Object) -> Bool {
    guard (other.rank, kept.ordinal) < (kept.rank, other.ordinal) else { return false }
    return kept.position.distance(to: other.position) - kept.radiusMeters <= reachMeters
  }
}
