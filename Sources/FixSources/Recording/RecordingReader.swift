import Detection
import NMEA

/// Turns the bytes of a recording into observations, piece by piece. A pure value: it opens nothing.
public struct RecordingReader {
  private var decoder: any RecordingDecoder

  /// A reader at the start of a recording. `requiresChecksum` is about NMEA: a sentence without a
  /// checksum is dropped.
  public init(_ format: RecordingFormat, requiresChecksum: Bool = true) {
    decoder =
      switch format {
      case .nmea: NMEAReader(requiresChecksum: requiresChecksum)
      case .gpsd: GPSDLog()
      case .gpx: GPXReader()
      }
  }

  /// Reads `bytes` and calls `body` with each observation.
  public mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (Observation) -> Void
  ) {
    decoder.read(bytes, body)
  }

  /// Ends the recording.
  public mutating func finish(_ body: (Observation) -> Void) { decoder.finish(body) }

  /// What is wrong when nothing at all in the recording at `path` could be understood; else nil.
  func complaint(of path: String) -> SourceError? { decoder.complaint(of: path) }
}
