import Geography
import JSON

extension JSONWriter {
  /// Writes a fix. `source`: the URL it came from.
  public mutating func value(_ fix: Fix, source: String?) {
    beginObject()
    member("time", fix.time)
    members(of: fix.position)
    member("accuracy_m", fix.accuracyMeters, decimals: 2)
    member("altitude_m", fix.altitudeMeters, decimals: 2)
    member("speed_mps", fix.speedMetersPerSecond, decimals: 3)
    member("course_deg", fix.courseDegrees, decimals: 2)
    member("mode", fix.mode.rawValue)
    member("device", fix.device)
    member("source", source)
    endObject()
  }
}
