import Detection
import Geography

/// Makes observations of gpsd's reports: each fix once, its accuracy from GST where the receiver
/// gives it, the receivers kept apart.
///
/// gpsd repeats an epoch as its sentences come in, and its last report while a receiver hangs. Only a
/// time that the device has not told before is news.
struct GPSDFixes {
  /// Receivers kept apart. Of more, as come and go over the years, the one that was heard longest ago
  /// is forgotten.
  private static let maximumDevices = 16

  /// gpsd's `eph` in standard errors of an axis: it multiplies the dilution of precision with 19 m
  /// (gpsd, libgpsd_core.c, H_UERE_NO_DGPS), which is 3.3 m an axis here.
  static let horizontalErrorPerSigma = 19 / 3.3
  /// The same with a differential solution, where gpsd multiplies with 4.75 m. The dilution means the
  /// same, whichever way it comes.
  static let differentialErrorPerSigma = 4.75 / 3.3

  /// A GST is about the fix when their times differ by no more than this, in seconds: some receivers
  /// send it every other epoch.
  private static let errorsAgeSeconds = 2.0

  private struct Track {
    var lastTime: UTCTime?
    var hasFixAtLastTime = false
    var sigmaMeters: Double?
    var sigmaTime: UTCTime?
    /// The number of the report that was heard last.
    var lastReport = 0
  }

  private var tracks: [String?: Track] = [:]
  private var reportCount = 0

  /// What `position` adds to what is known; nil when that is nothing.
  mutating func observation(_ position: GPSDReport.Position) -> Observation? {
    var track = track(of: position.device)
    defer { tracks[position.device] = track }
    let mode = Fix.Mode(rawValue: position.mode)
    let place = position.latitude.flatMap { latitude in
      position.longitude.flatMap { Coordinate(latitude: latitude, longitude: $0) }
    }
    let hasFix = mode != nil && place != nil
    if let time = position.time {
      if time == track.lastTime, track.hasFixAtLastTime || !hasFix { return nil }
      track.lastTime = time
      track.hasFixAtLastTime = hasFix
    }
    guard let mode, let place else {
      // Mode 0 is a clock alone, which some receivers set ahead of their fixes.
      return position.mode == 1 ? position.time.map(Observation.time) : nil
    }
    return .fix(
      Fix(
        position: place, time: position.time, accuracyMeters: Self.accuracy(of: position, track),
        altitudeMeters: position.altitudeMeters,
        speedMetersPerSecond: position.speedMetersPerSecond,
        courseDegrees: position.courseDegrees, mode: mode, device: position.device))
  }

  /// Takes a GST report of a device.
  mutating func takeErrors(device: String?, time: UTCTime?, sigmaMeters: Double?) {
    var track = track(of: device)
    track.sigmaMeters = sigmaMeters
    track.sigmaTime = time
    tracks[device] = track
  }

  private mutating func track(of device: String?) -> Track {
    reportCount += 1
    var track = tracks[device] ?? Track()
    track.lastReport = reportCount
    if tracks[device] == nil, tracks.count >= Self.maximumDevices,
      let oldest = tracks.min(by: { $0.value.lastReport < $1.value.lastReport })
    {
      tracks[oldest.key] = nil
    }
    return track
  }

  private static func accuracy(of position: GPSDReport.Position, _ track: Track) -> Double? {
    if let sigma = track.sigmaMeters, let sigmaTime = track.sigmaTime, let time = position.time,
      abs(time.seconds(since: sigmaTime)) <= errorsAgeSeconds
    {
      return sigma * Fix.accuracyPerSigma
    }
    let perSigma = position.status == 2 ? differentialErrorPerSigma : horizontalErrorPerSigma
    return position.horizontalErrorMeters.map { $0 / perSigma * Fix.accuracyPerSigma }
  }
}
