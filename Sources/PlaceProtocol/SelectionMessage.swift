import Geography
import JSON
import Places

/// The place that the user picked, and the marker that a map shows for it.
public struct SelectionMessage: Hashable, Sendable {
  /// The place.
  public var place: Place
  /// Since when, by the stream's time, or the wall clock's before there is one.
  public var since: UTCTime

  /// A selection.
  public init(place: Place, since: UTCTime) {
    self.place = place
    self.since = since
  }
}

extension JSONWriter {
  /// Writes a selection. The marker's title is the place's name, its snippet the rest of its label.
  public mutating func value(_ selection: SelectionMessage) {
    let place = selection.place
    object { writer in
      writer.key("place")
      writer.value(place)
      writer.member("since", selection.since)
      writer.object("marker") { writer in
        writer.members(of: place.position)
        writer.member("title", place.name)
        writer.member("snippet", Self.snippet(of: place))
      }
    }
  }

  /// What the label says beyond the name; empty where it says no more.
  private static func snippet(of place: Place) -> String {
    let opening = place.name + ", "
    if place.label.hasPrefix(opening) { return String(place.label.dropFirst(opening.count)) }
    return place.label == place.name ? "" : place.label
  }
}
