import Geography

/// What a line from gpsd says, as far as it matters here (gpsd_json(5), protocol 3.14 and later).
enum GPSDReport: Hashable {
  /// TPV: a position, or that there is none.
  case position(Position)
  /// GST: standard errors of latitude and longitude, under the same keys as TPV's degrees.
  case errors(device: String?, time: UTCTime?, sigmaMeters: Double?)
  /// SKY: satellites.
  case sky(device: String?, seen: Int, used: Int)
  /// DEVICES: all receivers that gpsd has.
  case devices([Device])
  /// DEVICE: one has come, gone or been recognised.
  case device(Device)
  /// VERSION: gpsd's greeting.
  case version(release: String?)
  /// ERROR: a request was refused.
  case error(message: String)
  /// Another class.
  case other

  /// A TPV report. Each member stands for itself: `mode` says whether the receiver claims a position,
  /// and latitude and longitude may be missing all the same.
  struct Position: Hashable {
    var device: String?
    /// 0 not known yet, 1 no fix, 2 two dimensions, 3 three.
    var mode = 0
    /// 2 is a differential solution; gpsd leaves 1 out.
    var status = 1
    var time: UTCTime?
    var latitude: Double?
    var longitude: Double?
    var altitudeMeters: Double?
    var speedMetersPerSecond: Double?
    var courseDegrees: Double?
    /// `eph`: radius in metres that is claimed to hold the position with 95 %.
    var horizontalErrorMeters: Double?
  }

  /// A receiver of gpsd.
  struct Device: Hashable {
    var path: String
    /// gpsd has it open. A device that is gone is reported with 0 instead of a time.
    var isActivated: Bool
    /// What gpsd takes it for; nil before the first packet that it understands.
    var driver: String?
  }
}
