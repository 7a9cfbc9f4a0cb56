import Foundation
import TestSupport

/// A TCP server on a free port that greets, and answers each line with a list of devices.
final class FakeGPSD {
  private let listener = LoopbackListener()

  var port: Int { listener.port }

  init(greeting: String, devices: String) {
    Thread.detachNewThread { [listener] in Self.serve(listener, greeting, devices) }
  }

  deinit { stop() }

  func stop() { listener.stop() }

  private static func serve(_ listener: LoopbackListener, _ greeting: String, _ devices: String) {
    while let connection = listener.accept() {
      _ = LoopbackListener.send(greeting.utf8, to: connection)
      var buffer = [UInt8](repeating: 0, count: 1024)
      while read(connection, &buffer, buffer.count) > 0 {
        _ = LoopbackListener.send(devices.utf8, to: connection)
      }
      close(connection)
    }
  }
}
