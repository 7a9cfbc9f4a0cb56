import Detection
import NMEA

/// Turns a recording's bytes into observations. One for each format.
protocol RecordingDecoder {
  /// Reads `bytes` and calls `body` with each observation.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Observation) -> Void)
  /// Ends the recording.
  mutating func finish(_ body: (Observation) -> Void)
  /// What is wrong when nothing at all in the recording at `path` could be understood; else nil.
  func complaint(of path: String) -> SourceError?
}

extension Observation {
  /// What an epoch tells; nil when the receiver knows neither where nor when it is.
  init?(_ epoch: Epoch, device: String? = nil) {
    if var fix = epoch.fix {
      fix.device = device
      self = .fix(fix)
    } else if let time = epoch.time {
      self = .time(time)
    } else {
      return nil
    }
  }
}

extension NMEAReader: RecordingDecoder {
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Observation) -> Void) {
    read(bytes) { (epoch: Epoch) in
      if let observation = Observation(epoch) { body(observation) }
    }
  }

  mutating func finish(_ body: (Observation) -> Void) {
    finish { (epoch: Epoch) in
      if let observation = Observation(epoch) { body(observation) }
    }
  }

  func complaint(of path: String) -> SourceError? {
    if counts.sentences + counts.encapsulated > 0 { return nil }
    if counts.missingChecksums > 0 {
      return SourceError(
        .unknownFormat, "no sentence of the recording '\(path)' has a checksum",
        hint: "add checksum=optional to its source, if it may be trusted without")
    }
    if counts.badChecksums > 0 {
      return SourceError(
        .damaged, "no sentence of the recording '\(path)' has the right checksum")
    }
    return SourceError(
      .unknownFormat, "'\(path)' is no recording of NMEA 0183, gpsd JSON or GPX",
      hint: "record one with gpspipe -r or gpspipe -w")
  }
}

extension GPXReader: RecordingDecoder {
  mutating func finish(_ body: (Observation) -> Void) {}

  func complaint(of path: String) -> SourceError? {
    if pointCount > 0 { return nil }
    return SourceError(
      .unknownFormat, "the GPX file '\(path)' has no track point",
      hint: "way points are places: placectl import reads them")
  }
}
