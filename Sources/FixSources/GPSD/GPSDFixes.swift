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
    var device: String?
    var lastTime: UTCTime?
    var hasFixAtLastTime = false
    var sigmaMeters: Double?
    var sigmaTime: UTCTime?
    /// The number of the report that was heard last.
    var lastReport = 0
  }

  private var tracks: [Track] = []
  private var reportCount = 0

  /// What `position` adds to what is known; nil when that is nothing.
  mutating func observation(_ position: GPSDReport.Position) -> Observation? {
    let index = track(of: position.device)
    let mode = Fix.Mode(rawValue: position.mode)
    let place = position.latitude.flatMap { latitude in
      position.longitude.flatMap { Coordinate(latitude: latitude, longitude: $0) }
    }
    let hasFix = mode != nil && place != nil
    if let time = position.time {
      if time == tracks[index].lastTime, tracks[index].hasFixAtLastTime || !hasFix { return nil }
      tracks[index].lastTime = time
      tracks[index].hasFixAtLastTime = hasFix
    }
    guard let mode, let place else {
      // Mode 0 is a clock alone, which some receivers set ahead of their fixes.
      return position.mode == 1 ? position.time.map(Observation.time) : nil
    }
    return .fix(
      Fix(
        position: place, time: position.time,
        accuracyMeters: Self.accuracy(of: position, tracks[index]),
        altitudeMeters: position.altitudeMeters,
        speedMetersPerSecond: position.speedMetersPerSecond,
        courseDegrees: position.courseDegrees, mode: mode, device: position.device))
  }

  /// Takes a GST report of a device.
  mutating func takeErrors(device: String?, time: UTCTime?, sigmaMeters: Double?) {
    let index = track(of: device)
    tracks[index].sigmaMeters = sigmaMeters
    tracks[index].sigmaTime = time
  }

  /// The place in `tracks` of what is known of `device`.
  private mutating func track(of device: String?) -> Int {
    reportCount += 1
    if let index = tracks.firstIndex(where: { $0.device == device }) {
      tracks[index].lastReport = reportCount
      return index
    }
    if tracks.count >= Self.maximumDevices,
      let oldest = tracks.indices.min(by: { tracks[$0].lastReport < tracks[$1].lastReport })
    {
      tracks.remove(at: oldest)
    }
    tracks.append(Track(device: device, lastReport: reportCount))
    return tracks.count - 1
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
