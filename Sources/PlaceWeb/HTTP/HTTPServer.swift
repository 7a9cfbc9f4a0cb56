import CMicroHTTPD
import EventLoop
import Glibc

/// Serves HTTP on one listening socket, on the thread of an `EventLoop`.
///
/// The handler is called with each request when all of it is there; it answers at once or later.
final class HTTPServer {
  /// Bounds of what clients can make this process hold.
  struct Limits {
    /// Connections at one time. A browser opens six, and keeps one of them for its event stream.
    var connections: UInt32 = 128
    /// Bytes kept for each connection: its request's headers, and what is being sent.
    var connectionBytes = 16 << 10
    /// Longest body of a request.
    var bodyBytes = 64 << 10
    /// Seconds that a connection may be silent; an event stream that waits for news does not count.
    var idleSeconds: UInt32 = 60
  }

  private let loop: EventLoop
  private let handler: (HTTPExchange) -> Void
  private var server: OpaquePointer?
  private var watch: Watch?
  private var exchanges: [OpaquePointer: HTTPExchange] = [:]
  private var isDue = false
  private var armed: (timer: Timer, deadline: MonotonicTime)?

  /// Serves `listener`, which it closes in the end.
  init(
    listener: CInt, loop: EventLoop, limits: Limits = Limits(),
    handler: @escaping (HTTPExchange) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.handler = handler
    var calls = placed_http_calls(
      context: Unmanaged.passUnretained(self).toOpaque(),
      request: { HTTPServer.at($0)?.receive($1) },
      fill: { HTTPServer.at($0)?.fill($1, $2, $3) ?? -1 },
      closed: { HTTPServer.at($0)?.close($1) })
    var bounds = placed_http_limits(
      connections: limits.connections, memory: limits.connectionBytes, body: limits.bodyBytes,
      timeout: limits.idleSeconds)
    guard let server = placed_http_start(listener, &calls, &bounds) else {
      let error = SystemError.last("MHD_start_daemon")
      Glibc.close(listener)
      throw error
    }
    self.server = server
    watch = try loop.watch(placed_http_descriptor(server), for: .read) { [unowned self] _ in run() }
  }

  deinit { stop() }

  /// Closes all connections and the listening socket.
  func stop() {
    watch?.cancel()
    armed?.timer.cancel()
    guard let server else { return }
    placed_http_stop(server)
    self.server = nil
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
    context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What was woken is carried on in the next round; libmicrohttpd does not see it by itself.
  private func runSoon() {
    guard !isDue else { return }
    isDue = true
    loop.timer(after: 0) { [weak self] in self?.run() }
  }

  private func run() {
    guard let server else { return }
    isDue = false
    placed_http_run(server)
    arm()
  }

  /// Runs again by the time that libmicrohttpd names; only an earlier time replaces the armed one.
  private func arm() {
    guard let server else { return }
    let milliseconds = placed_http_timeout(server)
    guard milliseconds >= 0 else { return }
    let deadline = MonotonicTime.now.advanced(bySeconds: Double(milliseconds) / 1000)
    if let armed, armed.deadline <= deadline { return }
    armed?.timer.cancel()
    let timer = loop.timer(after: Double(milliseconds) / 1000) { [unowned self] in
      armed = nil
      run()
    }
    armed = (timer, deadline)
  }

  private func receive(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    let exchange = HTTPExchange(pointer) { [weak self] in self?.runSoon() }
    exchanges[pointer] = exchange
    handler(exchange)
  }

  private func fill(
    _ pointer: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> Int {
    guard let pointer, let buffer, let exchange = exchanges[pointer] else { return -1 }
    return exchange.fill(UnsafeMutableRawBufferPointer(start: buffer, count: size))
  }

  private func close(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    exchanges.removeValue(forKey: pointer)?.end()
  }
}
