import SQLite

/// Gives the queue to the broker, in its order: as many messages at a time as a slow link fills up
/// with, and a message leaves the queue when the broker has it.
///
/// libmosquitto sends again, in order, what was not acknowledged when a connection broke; after a
/// restart of this program the queue does.
final class Outbox {
  /// Messages on their way. Below the 20 that libmosquitto sends before an acknowledgement, so that
  /// none waits inside it.
  static let window = 16

  private let queue: EventQueue
  private let qos: Int
  private let publish: (MQTTMessage, _ qos: Int) -> CInt?
  private let failed: (SQLiteError) -> Void

  private var underway: [CInt: Int] = [:]
  /// The last message that was handed over.
  private var last = 0
  /// Delivered, and still in the file.
  private var delivered: [Int] = []

  /// An outbox of `queue`.
  ///
  /// - Parameters:
  ///   - publish: Hands a message over; the number of its acknowledgement, nil where it cannot be.
  ///   - failed: Is told that the queue cannot be read or written.
  init(
    _ queue: EventQueue, qos: Int, publish: @escaping (MQTTMessage, _ qos: Int) -> CInt?,
    failed: @escaping (SQLiteError) -> Void
  ) {
    self.queue = queue
    self.qos = qos
    self.publish = publish
    self.failed = failed
  }

  /// Nothing is on its way, and nothing waits.
  var isEmpty: Bool { underway.isEmpty && queue.count <= delivered.count }

  /// Messages on their way.
  var underwayCount: Int { underway.count }

  /// Hands over as much as there is room for. Call it when connected, and when something was appended.
  func pump() {
    guard underway.count < Self.window else { return }
    do throws(SQLiteError) {
      for entry in try queue.messages(after: last, limit: Self.window - underway.count) {
        guard let id = publish(entry.queued.message, qos) else { return }
        last = entry.number
        underway[id] = entry.number
      }
    } catch {
      failed(error)
    }
  }

  /// The broker has a message. What is delivered leaves the file at once when nothing else is on its
  /// way, else together with the next few: one write for all.
  func acknowledge(_ id: CInt) {
    guard let number = underway.removeValue(forKey: id) else { return }
    delivered.append(number)
    pump()
    if underway.isEmpty || delivered.count >= Self.window { settle() }
  }

  /// Takes out of the file what is delivered.
  func settle() {
    do throws(SQLiteError) {
      try queue.remove(delivered)
      delivered = []
    } catch {
      failed(error)
      // Sent again after a restart, and known by its id there; the list must not grow.
      if delivered.count > 100 * Self.window { delivered.removeFirst(Self.window) }
    }
  }
}
