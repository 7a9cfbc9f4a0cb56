import Geography
import JSON
import Places

/// Stops that recur at no known place, offered as a place to add.
public struct SuggestionMessage: Hashable, Sendable {
  /// Its number in the list, from 1; `place.add` takes it.
  public var number: Int
  /// Centre of the stops.
  public var position: Coordinate
  /// How many.
  public var stops: Int
  /// The first.
  public var first: UTCTime?
  /// The last.
  public var last: UTCTime?
  /// Hours of the local day, 0–23, that most of the stops lie in.
  public var usualHours: [Int]
  /// The words for the position.
  public var here: Here?

  /// A suggestion.
  public init(
    number: Int, position: Coordinate, stops: Int, first: UTCTime?, last: UTCTime?,
    usualHours: [Int], here: Here?
  ) {
    self.number = number
    self.position = position
    self.stops = stops
    self.first = first
    self.last = last
    self.usualHours = usualHours
    self.here = here
  }
}

extension JSONWriter {
  /// Writes a suggestion.
  public mutating func value(_ suggestion: SuggestionMessage) {
    beginObject()
    member("n", suggestion.number)
    members(of: suggestion.position)
    member("stops", suggestion.stops)
    member("first", suggestion.first)
    member("last", suggestion.last)
    array("usual_hours", suggestion.usualHours) { $0.value($1) }
    if let here = suggestion.here {
      key("here")
      value(here)
    }
    endObject()
  }
}
