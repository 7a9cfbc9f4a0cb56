import Geography

/// A fix as detection keeps it: dated, with its standard error.
struct Sighting: Hashable, Codable {
  var position: Coordinate
  var time: UTCTime
  /// One standard error of an axis, in metres.
  var sigma: Double
  /// Reported speed in metres a second.
  var speed: Double?

  init(position: Coordinate, time: UTCTime, sigma: Double, speed: Double?) {
    self.position = position
    self.time = time
    self.sigma = sigma
    self.speed = speed
  }

  /// Nil for a fix without a time.
  init?(_ fix: Fix) {
    guard let time = fix.time else { return nil }
    self.init(
      position: fix.position, time: time, sigma: max(ErrorKernel.leastSigma, fix.sigmaMeters),
      speed: fix.speedMetersPerSecond)
  }
}
