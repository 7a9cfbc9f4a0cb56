import Geography

extension Recordings {
  /// A vehicle that a test drives and stops: every second of it is one epoch of a receiver.
  public struct Vehicle {
    /// Where it is.
    public var position: Coordinate
    /// The receiver's time of the next epoch.
    public var time: UTCTime

    /// A vehicle at `position`.
    public init(at position: Coordinate, time: UTCTime = UTCTime("2026-05-04T07:30:00Z")!) {
      self.position = position
      self.time = time
    }

    /// Stands for `seconds`.
    public mutating func stand(_ seconds: Int) -> String {
      (0..<seconds).map { _ in epoch(0) }.joined()
    }

    /// Drives `meters` towards `bearing` at 15 m/s, an epoch a second, and stops there.
    public mutating func drive(_ meters: Double, towards bearing: Double) -> String {
      let start = position
      let seconds = Int(meters / 15)
      let text = (0..<seconds).map { second in
        position = start.moved(Double(second) * 15, towards: bearing)
        return epoch(29)
      }.joined()
      position = start.moved(meters, towards: bearing)
      return text
    }

    /// Drives 600 m northwards to `place` and stands there for `seconds`.
    public static func visit(
      _ place: Coordinate, standing seconds: Int, time: UTCTime = UTCTime("2026-05-04T07:30:00Z")!
    ) -> (text: String, vehicle: Vehicle) {
      var vehicle = Vehicle(at: place.moved(600, towards: 180), time: time)
      let text = vehicle.drive(600, towards: 0) + vehicle.stand(seconds)
      return (text, vehicle)
    }

    private mutating func epoch(_ knots: Double) -> String {
      defer { time = time.advanced(bySeconds: 1) }
      return Recordings.epoch(time, position, knots: knots)
    }
  }
}
