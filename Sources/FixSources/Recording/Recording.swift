import Configuration
import Detection

/// A recording of NMEA 0183, gpsd's reports or GPX, read from its start to its end.
///
/// The format is told apart by content, and gzip is unpacked. The recording is read as it is asked
/// for, in constant memory, so that it may be of any length; reading blocks where the file is a pipe.
/// `Fix.device` is nil but for gpsd's reports, which name it: the same recording under another name
/// gives the same events.
public final class Recording {
  private static let chunkBytes = RecordingFormat.windowBytes

  private let path: String
  private let input: RecordingInput
  private var chunk: UnsafeMutableBufferPointer<UInt8>
  private var reader: RecordingReader
  /// Observations decoded and not yet asked for: those of one chunk at most.
  private var decoded: [Observation] = []
  private var position = 0
  /// Nothing more can be read.
  private var isAtEnd = false
  /// There was something to read.
  private var hasContent = false
  /// Thrown once all that was decoded before it has been returned.
  private var failure: SourceError?

  /// Opens the recording at `path`, `-` for standard input, and recognises its format.
  public init(path: String, checksum: SourceURL.ChecksumPolicy) throws(SourceError) {
    self.path = path
    input = try RecordingInput(path: path)
    chunk = .allocate(capacity: Self.chunkBytes)
    var filled = 0
    var format: RecordingFormat?
    do {
      while format == nil {
        let count = try input.read(into: UnsafeMutableBufferPointer(rebasing: chunk[filled...]))
        filled += count
        format = RecordingFormat(
          startingWith: UnsafeBufferPointer(rebasing: chunk[..<filled]),
          isComplete: count == 0 || filled == chunk.count)
      }
    } catch {
      chunk.deallocate()
      throw error
    }
    reader = RecordingReader(format ?? .nmea, requiresChecksum: checksum == .required)
    if filled > 0 { decode(filled) }
  }

  /// Observations held in memory.
  var decodedCount: Int { decoded.count }

  deinit { chunk.deallocate() }

  /// The next observation; nil at the end. What a damaged recording holds up to the damage is
  /// returned before the error is thrown; so is what is wrong with one in which nothing at all could
  /// be understood.
  public func next() throws(SourceError) -> Observation? {
    while position == decoded.count {
      if isAtEnd {
        if let failure { throw failure }
        return nil
      }
      decoded.removeAll(keepingCapacity: true)
      position = 0
      do {
        let count = try input.read(into: chunk)
        if count > 0 { decode(count) } else { finish(nil) }
      } catch {
        finish(error)
      }
    }
    position += 1
    return decoded[position - 1]
  }

  private func decode(_ count: Int) {
    hasContent = true
    reader.read(UnsafeBufferPointer(rebasing: chunk[..<count])) { decoded.append($0) }
  }

  private func finish(_ error: SourceError?) {
    isAtEnd = true
    reader.finish { decoded.append($0) }
    failure = error ?? (hasContent ? reader.complaint(of: path) : nil)
  }
}
