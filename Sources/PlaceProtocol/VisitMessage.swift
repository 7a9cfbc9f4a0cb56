import Geography
import JSON
import Places

/// A visit with its places, as `visits` lists it and the notifications carry it.
public struct VisitMessage: Hashable, Sendable {
  /// Its number; the same recording gives the same.
  public var id: Int
  /// Its place; nil where it is not known.
  public var place: Place?
  /// Centre of the stop.
  public var position: Coordinate
  /// When it began; nil where it began before the first fix.
  public var arrivedAt: UTCTime?
  /// When it ended; nil while it is open.
  public var departedAt: UTCTime?
  /// The interval in which it ended, where that is not known better.
  public var departedBetween: ClosedRange<UTCTime>?
  /// Likely places at the arrival, best first.
  public var alternatives: [PlaceEntry]
  /// The user said that this is the place.
  public var isConfirmed: Bool
  /// A part of it was concluded, not seen.
  public var isInferred: Bool

  /// A visit.
  public init(
    id: Int, place: Place?, position: Coordinate, arrivedAt: UTCTime?, departedAt: UTCTime?,
    departedBetween: ClosedRange<UTCTime>?, alternatives: [PlaceEntry], isConfirmed: Bool,
    isInferred: Bool
  ) {
    self.id = id
    self.place = place
    self.position = position
    self.arrivedAt = arrivedAt
    self.departedAt = departedAt
    self.departedBetween = departedBetween
    self.alternatives = alternatives
    self.isConfirmed = isConfirmed
    self.isInferred = isInferred
  }
}

extension JSONWriter {
  /// Writes a visit.
  public mutating func value(_ visit: VisitMessage) {
    beginObject()
    member("id", visit.id)
    nullable("place", visit.place) { $0.value($1) }
    members(of: visit.position)
    member("arrived_at", visit.arrivedAt)
    member("departed_at", visit.departedAt)
    if let interval = visit.departedBetween {
      array("departed_between", [interval.lowerBound, interval.upperBound]) {
        $0.value($1.description)
      }
    }
    if let best = visit.alternatives.first {
      object("likeliest") { writer in
        writer.key("place")
        writer.value(best.place)
        writer.member("likelihood", best.likelihood, decimals: Self.probabilityDecimals)
      }
    }
    array("alternatives", visit.alternatives) { $0.value($1) }
    member("confirmed", visit.isConfirmed)
    member("inferred", visit.isInferred)
    endObject()
  }

  /// Writes the member `name`, `null` for nil: only where the protocol says *or null*.
  public mutating func nullable<Value>(
    _ name: String, _ item: Value?, _ body: (inout JSONWriter, Value) -> Void
  ) {
    key(name)
    if let item { body(&self, item) } else { null() }
  }
}
