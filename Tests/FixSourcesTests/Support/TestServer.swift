import EventLoop
import Glibc

/// A TCP server on the loop of a test: it greets who comes and then says what the test wants.
final class TestServer {
  private let loop: EventLoop
  private var listener: Socket?
  private var watch: Watch?
  private let greeting: String
  private(set) var clients: [Socket] = []
  /// Clients that have come in all.
  private(set) var clientCount = 0
  let port: UInt16

  init(loop: EventLoop, port: UInt16 = 0, greeting: String = "") throws {
    self.loop = loop
    self.greeting = greeting
    let listener = Socket(type: SOCK_STREAM, port: port)
    self.listener = listener
    self.port = listener.port
    listen(listener.descriptor, 16)
    watch = try loop.watch(listener.descriptor, for: .read) { [weak self] _ in self?.accept() }
  }

  deinit { watch?.cancel() }

  private func accept() {
    guard let listener else { return }
    let descriptor = Glibc.accept(listener.descriptor, nil, nil)
    guard descriptor >= 0 else { return }
    let client = Socket(adopting: descriptor)
    client.send(greeting)
    clients.append(client)
    clientCount += 1
  }

  /// Sends to all who are connected.
  func send(_ text: String) {
    for client in clients { client.send(text) }
  }

  /// Hangs up on all.
  func hangUp() { clients = [] }

  /// Listens no longer, and hangs up.
  func close() {
    watch?.cancel()
    watch = nil
    listener = nil
    hangUp()
  }
}
