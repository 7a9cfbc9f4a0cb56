import EventLoop
import Glibc

/// Reads a descriptor whenever the loop says that there is something, and closes it in the end.
final class DescriptorStream {
  private static let bufferBytes = 16_384

  /// Why a stream ended.
  enum End: Equatable {
    /// The other side closed it; for a tty, it was unplugged.
    case closed
    /// Reading failed.
    case failed(SystemError)
  }

  let descriptor: CInt
  private var watch: Watch?
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bufferBytes)

  /// Called with bytes as they come.
  var onBytes: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
  /// Called once, at the end, when the descriptor has been closed.
  var onEnd: (End) -> Void = { _ in }

  /// Takes over `descriptor`, which must not block.
  init(_ descriptor: CInt, loop: EventLoop) throws(SystemError) {
    self.descriptor = descriptor
    do throws(SystemError) {
      watch = try loop.watch(descriptor, for: .read) { [weak self] _ in self?.read() }
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  deinit {
    close()
    buffer.deallocate()
  }

  /// Closes the descriptor. First of all it is watched no longer: a hung-up tty is ready for ever.
  func close() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    Glibc.close(descriptor)
  }

  /// Reads once; what is left makes the descriptor ready again.
  private func read() {
    // Whoever hears the bytes may let go of this stream.
    withExtendedLifetime(self) {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        onBytes(UnsafeBufferPointer(rebasing: buffer[..<count]))
      } else if count == 0 {
        end(.closed)
      } else if errno != EAGAIN && errno != EINTR {
        end(.failed(SystemError.last("read")))
      }
    }
  }

  private func end(_ end: End) {
    close()
    onEnd(end)
  }
}
