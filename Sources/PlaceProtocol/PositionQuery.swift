import Geography

/// `at`: a position to ask about instead of the current one.
public struct PositionQuery: Hashable, Sendable {
  /// The position as a fix, so that it is judged as one.
  public var fix: Fix
  /// Where.
  public var position: Coordinate { fix.position }

  /// A query; what is left out is unknown.
  public init(fix: Fix) { self.fix = fix }
}

extension Params {
  /// The param `at`; nil when it is left out.
  public func position(_ name: String = "at") throws(ProtocolError) -> PositionQuery? {
    guard
      let query = try nested(name, known: ["lat", "lon", "accuracy_m", "speed_mps", "time"])
    else { return nil }
    guard let position = try query.coordinate() else {
      throw ProtocolError(.invalid, "'\(name)' needs 'lat' and 'lon'")
    }
    return PositionQuery(
      fix: Fix(
        position: position, time: try query.time("time"),
        accuracyMeters: try query.number("accuracy_m", in: 0...20_100_000, unit: "metres"),
        speedMetersPerSecond: try query.number(
          "speed_mps", in: 0...100_000, unit: "metres a second"),
        mode: .twoDimensional))
  }
}
