import Geography
import JSON

/// A fix of an answer, in words.
struct FixView {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  /// `60.16990, 24.93840 ± 8 m, 34 km/h NE`
  func text(_ units: DisplayUnits) -> String {
    guard let position = value.coordinate else { return "?" }
    var text = PlaceView.position(position)
    if let accuracy = value["accuracy_m"]?.double { text += " ± \(units.distance(accuracy))" }
    if let speed = value["speed_mps"]?.double, speed >= 0.5 {
      text += ", \(units.speed(speed))"
      if let course = value["course_deg"]?.double { text += " \(compassPoint(course))" }
    }
    return text
  }
}
