import Detection
import FixSources

/// Reads what a fuzzer makes up as a recording.
public enum RecordingFuzzing {
  /// What comes whole and what comes in pieces, as long as the first byte says, tell the same.
  public static func run(_ input: UnsafeBufferPointer<UInt8>, _ format: RecordingFormat) {
    guard let piece = input.first else { return }
    let stream = UnsafeBufferPointer(rebasing: input.dropFirst())
    precondition(
      read(stream, format, piece: max(1, stream.count))
        == read(stream, format, piece: max(1, Int(piece))), "pieces differ from the whole")
  }

  private static func read(
    _ stream: UnsafeBufferPointer<UInt8>, _ format: RecordingFormat, piece: Int
  ) -> [Observation] {
    var reader = RecordingReader(format)
    var observations: [Observation] = []
    for start in stride(from: 0, to: stream.count, by: piece) {
      let end = min(start + piece, stream.count)
      reader.read(UnsafeBufferPointer(rebasing: stream[start..<end])) { observations.append($0) }
    }
    reader.finish { observations.append($0) }
    return observations
  }
}
