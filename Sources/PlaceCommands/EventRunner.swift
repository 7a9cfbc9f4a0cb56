import EventLoop
import Geography
import Glibc
import JSON

/// Runs a command for each event, one at a time, in their order.
///
/// Events wait in a queue that is bounded; what is too old when its turn comes is left out, so that a
/// late event does nothing that was meant for its time.
final class EventRunner {
  /// Events that may wait for the command.
  static let maximumWaiting = 100

  private struct Event {
    let topic: String
    let params: JSONValue
    let receivedAt: MonotonicTime
  }

  private let command: String
  private let maximumAgeSeconds: Double
  private let note: (String) -> Void
  private var waiting: [Event] = []
  private var process: pid_t?
  private var watch: Watch?

  /// A runner of `command`, a line for /bin/sh. `note`: told what was left out, and failures; no place
  /// and no position.
  init(
    command: String, maximumAgeSeconds: Double, loop: EventLoop, note: @escaping (String) -> Void
  ) throws(SystemError) {
    self.command = command
    self.maximumAgeSeconds = maximumAgeSeconds
    self.note = note
    watch = try loop.signals([SIGCHLD]) { [weak self] _ in self?.reap() }
  }

  /// Runs the command for an event, when those before it are done.
  func run(_ topic: String, _ params: JSONValue) {
    if waiting.count == Self.maximumWaiting {
      let oldest = waiting.removeFirst()
      note("the command is too slow: a '\(oldest.topic.printable)' event was left out")
    }
    waiting.append(Event(topic: topic, params: params, receivedAt: .now))
    startNext()
  }

  /// Nothing runs and nothing waits.
  var isIdle: Bool { process == nil && waiting.isEmpty }

  private func startNext() {
    while process == nil, !waiting.isEmpty {
      let event = waiting.removeFirst()
      let age = age(of: event)
      guard age <= maximumAgeSeconds else {
        note("a '\(event.topic.printable)' event was left out: it is \(readableDuration(age)) old")
        continue
      }
      guard
        let input = Self.memory(holding: Output.line(of: EventLine.json(event.topic, event.params)))
      else {
        note("a '\(event.topic.printable)' event was left out: no memory for it")
        continue
      }
      process = ChildProcess.start(
        ["/bin/sh", "-c", command], environment: Self.environment(of: event), input: input)
      close(input)
      if process == nil { note("the command cannot be started: /bin/sh is missing") }
    }
  }

  /// Seconds since it was known, by the clock of this machine, or since it came here, whichever is
  /// more: a clock that is behind makes no event young.
  private func age(of event: Event) -> Double {
    let waited = MonotonicTime.now.seconds(since: event.receivedAt)
    guard let reported = EventLine.reportedAt(event.params) else { return waited }
    return max(waited, ReadableTime.now.seconds(since: reported))
  }

  private func reap() {
    guard let running = process else { return }
    var status: Int32 = 0
    guard waitpid(running, &status, WNOHANG) == running else { return }
    process = nil
    let code = ChildProcess.exitStatus(status)
    if code != 0 { note("the command ended with status \(code)") }
    startNext()
  }

  /// A file in memory with `bytes`, at its start; its name is gone at once.
  private static func memory(holding bytes: [UInt8]) -> CInt? {
    let name = "/placectl-\(getpid())-\(MonotonicTime.now.nanoseconds)"
    let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { return nil }
    shm_unlink(name)
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// This process's variables, and the event's. Texts are printable, since scripts print them.
  private static func environment(of event: Event) -> [String] {
    let place = EventLine.place(of: event.params)
    let isInferred = event.params["inferred"]?.bool == true
    let own: [(String, String)] = [
      ("TOPIC", event.topic.printable), ("PLACE", place?.text("name") ?? ""),
      ("PLACE_ID", place?["id"]?.int.map { String($0) } ?? ""),
      ("TIME", event.params.text("time") ?? EventLine.reportedAt(event.params)?.description ?? ""),
      ("INFERRED", isInferred ? "true" : "false"),
    ]
    var variables = own.map { "PLACED_\($0)=\($1)" }
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !own.contains(where: { text.hasPrefix("PLACED_\($0.0)=") }) { variables.append(text) }
      next += 1
    }
    return variables
  }
}
