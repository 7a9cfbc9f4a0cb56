import Detection
import Geography
import JSON
import SQLite

/// Visits as rows of the table `visit`.
enum VisitCoding {
  static let columns = """
    id, began, device, place, lat, lon, accuracy, arrived, departed, departed_from, departed_to,
    alternatives, confirmed, inferred
    """

  static func bind(_ visit: Visit, to statement: Statement) throws(SQLiteError) {
    let position = FixedPoint(visit.position)
    try statement.bind(1, visit.id)
    try statement.bind(2, visit.knownSince.milliseconds)
    try statement.bind(3, visit.device)
    try statement.bind(4, visit.placeID)
    try statement.bind(5, position.latitude)
    try statement.bind(6, position.longitude)
    try statement.bind(7, visit.accuracyMeters.isFinite ? visit.accuracyMeters : 0)
    try statement.bind(8, visit.arrivedAt.map { Int($0.milliseconds) })
    try statement.bind(9, visit.departedAt.map { Int($0.milliseconds) })
    try statement.bind(10, visit.departedBetween.map { Int($0.lowerBound.milliseconds) })
    try statement.bind(11, visit.departedBetween.map { Int($0.upperBound.milliseconds) })
    try statement.bind(12, alternatives(of: visit))
    try statement.bind(13, visit.isConfirmed ? 1 : 0)
    try statement.bind(14, visit.isInferred ? 1 : 0)
  }

  static func visit(_ statement: Statement) -> Visit {
    func time(_ column: Int32) -> UTCTime? {
      statement.isNull(column) ? nil : UTCTime(milliseconds: statement.integer(column))
    }
    var between: ClosedRange<UTCTime>?
    if let from = time(9), let to = time(10), from <= to { between = from...to }
    let position = FixedPoint(latitude: statement.int(4), longitude: statement.int(5))
    return Visit(
      id: statement.int(0), device: statement.optionalText(2), placeID: statement.optionalInt(3),
      position: position.coordinate, accuracyMeters: statement.double(6), arrivedAt: time(7),
      departedAt: time(8), departedBetween: between,
      alternatives: alternatives(in: statement, column: 11),
      isConfirmed: statement.int(12) != 0, isInferred: statement.int(13) != 0)
  }

  /// `[[place, likelihood, within, distance_m], …]`
  private static func alternatives(of visit: Visit) -> String? {
    guard !visit.alternatives.isEmpty else { return nil }
    var writer = JSONWriter()
    writer.beginArray()
    for alternative in visit.alternatives {
      writer.beginArray()
      writer.value(alternative.placeID)
      writer.value(alternative.likelihood.isFinite ? alternative.likelihood : 0)
      writer.value(alternative.within.isFinite ? alternative.within : 0)
      writer.value(alternative.distanceMeters.isFinite ? alternative.distanceMeters : 0)
      writer.endArray()
    }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func alternatives(
    in statement: Statement, column: Int32
  ) -> [Visit.Alternative] {
    guard !statement.isNull(column),
      let list = try? JSONValue(parsing: statement.text(column).utf8)
    else { return [] }
    return (list.array ?? []).compactMap { entry in
      guard let values = entry.array, values.count == 4, let place = values[0].int,
        let likelihood = values[1].double, let within = values[2].double,
        let distance = values[3].double
      else { return nil }
      return Visit.Alternative(
        placeID: place, likelihood: likelihood, within: within, distanceMeters: distance)
    }
  }
}
