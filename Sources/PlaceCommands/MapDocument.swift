import Geography
import JSON

/// The position as a GeoJSON FeatureCollection (RFC 7946).
enum MapDocument {
  /// Corners of the polygon that stands for a circle: within 0.5 % of its radius.
  private static let corners = 32

  /// From the results of `likely` and `selected`.
  static func collection(likely: JSONValue, selected: JSONValue) -> JSONValue {
    var features: [JSONValue] = []
    if let fix = likely.object("fix"), let position = fix.coordinate {
      let here = likely.object("here")?["label"]
      features.append(
        feature(
          point(position),
          [.init("kind", "fix")] + [JSONValue.Member]([("name", here)]) + properties(of: fix)))
      if let accuracy = fix["accuracy_m"]?.double, accuracy > 0 {
        features.append(
          feature(
            circle(around: position, meters: accuracy),
            [.init("kind", "accuracy"), .init("accuracy_m", .number(accuracy))]))
      }
    }
    for (index, place) in likely.elements("places").enumerated() {
      guard let position = place.coordinate else { continue }
      let rank = JSONValue.Member("rank", .integer(Int64(index + 1)))
      features.append(
        feature(
          point(position), [.init("kind", "likely"), rank] + properties(of: place), id: place["id"])
      )
    }
    if let marker = selected.object("selected")?.object("marker"), let position = marker.coordinate
    {
      features.append(
        feature(
          point(position),
          [.init("kind", "selected")] + [JSONValue.Member]([("name", marker["title"])])
            + properties(of: marker)))
    }
    return ["type": "FeatureCollection", "features": .array(features)]
  }

  /// A feature; `properties` in their order.
  static func feature(
    _ geometry: JSONValue, _ properties: [JSONValue.Member], id: JSONValue? = nil
  ) -> JSONValue {
    .object(
      [JSONValue.Member]([
        ("type", "Feature"), ("id", id), ("geometry", geometry),
        ("properties", .object(properties)),
      ]))
  }

  /// A Point.
  static func point(_ position: Coordinate) -> JSONValue {
    ["type": "Point", "coordinates": coordinates(position)]
  }

  private static func circle(around center: Coordinate, meters: Double) -> JSONValue {
    var ring: [JSONValue] = (0..<corners).map { corner in
      // Counter-clockwise, as RFC 7946 wants an outer ring.
      coordinates(center.moved(meters, towards: 360 - 360 * Double(corner) / Double(corners)))
    }
    ring.append(ring[0])
    return ["type": "Polygon", "coordinates": .array([.array(ring)])]
  }

  private static func coordinates(_ position: Coordinate) -> JSONValue {
    .array([.number(position.longitude), .number(position.latitude)])
  }

  /// The members but for the position, which the geometry has.
  private static func properties(of value: JSONValue) -> [JSONValue.Member] {
    (value.members ?? []).filter { $0.name != "lat" && $0.name != "lon" }
  }
}
