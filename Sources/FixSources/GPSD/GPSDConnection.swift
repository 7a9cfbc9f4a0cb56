import CGPS
import Glibc

/// A connection to gpsd, made by libgps; what its lines say is read here.
final class GPSDConnection {
  /// A connection on its way from the thread that made it. Unchecked: the
  /// thread has let go of the pointer.
  struct Handle: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer

    /// Closes the connection.
    func close() { placed_gpsd_close(pointer) }
  }

  private let pointer: OpaquePointer

  init(_ handle: Handle) { pointer = handle.pointer }

  deinit { placed_gpsd_close(pointer) }

  /// Connects and asks for reports. Blocks, therefore never on the loop's thread.
  static func open(host: String, port: UInt16) -> Result<Handle, ConnectionFailure> {
    if let pointer = placed_gpsd_open(host, String(port)) {
      return .success(Handle(pointer: pointer))
    }
    // Why not is found out by hand: libgps tells it differently from release to release.
    switch TCPConnection.open(host: host, port: port) {
    case .success(let descriptor):
      Glibc.close(descriptor)
      return .failure(.failed("libgps cannot talk to it"))
    case .failure(let failure): return .failure(failure)
    }
  }

  /// The socket, to wait on.
  var descriptor: CInt { placed_gpsd_descriptor(pointer) }

  /// Calls `body` with each line that has come; false when gpsd is gone.
  ///
  /// Lines that came together are kept back, and no descriptor tells of them: all are read.
  func drain(_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    while true {
      var line: UnsafePointer<CChar>?
      let length = placed_gpsd_read(pointer, &line)
      if length < 0 { return false }
      guard length > 0, let line else { return true }
      line.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        body(UnsafeBufferPointer(start: $0, count: Int(length)))
      }
    }
  }
}
