import EventLoop
import Glibc

/// The bytes of a recording: from a file or standard input, unpacked where they are gzip.
final class RecordingInput {
  private let path: String
  private let descriptor: CInt
  /// Bytes read and not yet passed on: the start of the file, or what is still packed.
  private var buffer: UnsafeMutableBufferPointer<UInt8>
  private var pending = 0..<0
  private var isAtEnd = false
  private var inflater: Inflater?

  /// Opens `path`; `-` is standard input.
  init(path: String) throws(SourceError) {
    self.path = path
    buffer = .allocate(capacity: 1 << 16)
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      do {
        descriptor = try system("open") { open(path, O_RDONLY | O_CLOEXEC) }
      } catch {
        buffer.deallocate()
        throw Self.failure(error, path)
      }
    }
    while pending.count < 2, !isAtEnd { try fill() }
    if pending.count >= 2, buffer[0] == 0x1F, buffer[1] == 0x8B { inflater = Inflater() }
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
    buffer.deallocate()
  }

  private static func failure(_ error: SystemError, _ path: String) -> SourceError {
    switch error.code {
    case ENOENT, ENOTDIR:
      SourceError(.notFound, "no recording '\(path)': \(error.reason)")
    case EACCES, EPERM:
      SourceError(
        .denied, "the recording '\(path)' may not be read: \(error.reason)",
        hint: "chmod a+r '\(path)', and every folder above it needs x")
    case EISDIR:
      SourceError(.unreadable, "'\(path)' is a folder, not a recording")
    default:
      SourceError(.unreadable, "the recording '\(path)' cannot be read: \(error.reason)")
    }
  }

  /// Reads once, behind what is pending.
  private func fill() throws(SourceError) {
    if pending.isEmpty { pending = 0..<0 }
    let space = UnsafeMutableBufferPointer(rebasing: buffer[pending.upperBound...])
    do {
      let count = try system("read") { Glibc.read(descriptor, space.baseAddress, space.count) }
      pending = pending.lowerBound..<pending.upperBound + count
      isAtEnd = count == 0
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// Fills `output`, at least in part; how many bytes, 0 at the end.
  func read(into output: UnsafeMutableBufferPointer<UInt8>) throws(SourceError) -> Int {
    while true {
      let input = UnsafeBufferPointer(rebasing: buffer[pending])
      let produced: Int
      if let inflater {
        do {
          let used = try inflater.inflate(input, into: output)
          pending = pending.dropFirst(used.consumed)
          produced = used.produced
        } catch {
          throw SourceError(.damaged, "the recording '\(path)' is damaged: gzip cannot unpack it")
        }
      } else {
        produced = min(input.count, output.count)
        output.baseAddress.unsafelyUnwrapped.initialize(
          from: input.baseAddress.unsafelyUnwrapped, count: produced)
        pending = pending.dropFirst(produced)
      }
      if produced > 0 { return produced }
      if isAtEnd {
        if let inflater, !inflater.isBetweenMembers {
          throw SourceError(.damaged, "the recording '\(path)' ends in the middle of a gzip stream")
        }
        return 0
      }
      try fill()
    }
  }
}
