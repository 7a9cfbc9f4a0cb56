import Configuration
import Detection
import EventLoop
import FixSources
import Glibc
import PlaceProtocol
import PlaceStore
import Systemd

/// Detection over a recording at full speed: no socket, and no clock but the stream's.
public final class Replay: EventSink {
  private let topics: Set<Topic>
  private let tracker: Tracker
  private let recording: Recording
  private let settings: Settings
  private var sequence = 0
  private var output: [UInt8] = []
  /// Nobody reads any more.
  private var isClosed = false

  /// A replay of the recording at `path`, `-` for standard input. The database is read, never
  /// written; a missing one is an empty table.
  public init(
    path: String, topics: Set<Topic>, settings: Settings, databasePath: String, journal: Journal
  ) throws(DaemonError) {
    self.topics = topics
    self.settings = settings
    do {
      let loop = try EventLoop()
      let health = HealthRegistry(loop: loop, journal: journal)
      let database = try PlaceDatabase(
        reading: databasePath, languages: settings.languages ?? DefaultPaths.languages,
        health: health, loop: loop)
      tracker = Tracker(
        settings: settings, database: database, health: health, loop: loop, isLive: false)
      recording = try Recording(path: path, checksum: .optional)
    } catch let error as StoreError {
      throw DaemonError(.database, error.message, hint: error.hint)
    } catch let error as SourceError {
      throw DaemonError(.system, error.message, hint: error.hint)
    } catch {
      throw DaemonError(.system, "\(error)")
    }
    tracker.attach(self)
  }

  /// Prints the events to standard output, to the recording's end.
  public func run() throws(DaemonError) {
    do throws(SourceError) {
      while !isClosed, let observation = try recording.next() {
        tracker.handle(observation, source: nil)
        if output.count >= 1 << 16 { flush() }
      }
    } catch {
      flush()
      throw DaemonError(.system, error.message, hint: error.hint)
    }
    flush()
  }

  private func flush() {
    var sent = 0
    while sent < output.count, !isClosed {
      let count = output.withUnsafeBytes {
        write(STDOUT_FILENO, $0.baseAddress! + sent, output.count - sent)
      }
      if count > 0 { sent += count } else if errno != EINTR { isClosed = true }
    }
    output.removeAll(keepingCapacity: true)
  }

  // MARK: Events

  /// Whether the topic is printed.
  public func wants(_ topic: Topic) -> Bool { topics.contains(topic) }

  /// Prints a notification.
  public func publish(_ notification: Notification) {
    guard topics.contains(notification.topic) else { return }
    sequence += 1
    notification.appendLine(seq: sequence, to: &output)
  }

  /// As many likely places as the configuration says.
  public var likelyLimit: Int? { topics.contains(.likely) ? settings.likelyLimit : nil }

  /// Prints a list of likely places.
  public func publish(likely message: LikelyMessage) {
    publish(Notification(.likely) { message.members(limit: settings.likelyLimit, to: &$0) })
  }

  /// A replay has no approximate clients.
  public func publish(released position: CoarsePosition) {}
}
