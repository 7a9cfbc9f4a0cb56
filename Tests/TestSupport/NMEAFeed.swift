import Foundation

/// A receiver on the loopback address that says what a test lets it say, when it does.
public final class NMEAFeed {
  private let listener = LoopbackListener()
  private var connection: Int32?

  /// A receiver that nobody listens to yet.
  public init() {}

  deinit { hangUp() }

  /// Its port.
  public var port: Int { listener.port }

  /// The arguments that make a daemon listen to it.
  public var arguments: [String] { ["--source", "tcp://127.0.0.1:\(port)"] }

  /// Says `text` to who connected, or will; false when nobody takes it.
  @discardableResult
  public func say(_ text: String) -> Bool {
    connection = connection ?? listener.accept(within: 20_000)
    return connection.map { LoopbackListener.send(text.utf8, to: $0) } ?? false
  }

  /// Ends the connection; the next one to listen is another.
  public func hangUp() {
    if let connection { close(connection) }
    connection = nil
  }
}
