import EventLoop
import Geography
import JSON
import PlaceProtocol

/// What is wrong at present, and the last changes.
///
/// A condition is told once it has lasted its grace, and its end once it was told; a line in the
/// journal for each.
public final class HealthRegistry {
  /// Changes that are kept.
  public static let historyCount = 50

  private struct Condition {
    var message: HealthMessage
    var isVisible: Bool
    var timer: Timer?
  }

  private let loop: EventLoop
  private let journal: Journal
  private let now: () -> UTCTime
  private var conditions: [HealthCode: Condition] = [:]
  private var entries: [HealthMessage] = []
  /// Called after each change that is visible.
  public var changed: () -> Void = {}

  /// Nothing is wrong yet. `now`: the wall clock.
  public init(loop: EventLoop, journal: Journal, now: @escaping () -> UTCTime = { .now }) {
    self.loop = loop
    self.journal = journal
    self.now = now
  }

  /// Says that `code` is the case, or still is. `text` and `hint` hold no position and no place name.
  public func raise(_ code: HealthCode, _ text: String, hint: String? = nil) {
    if var known = conditions[code] {
      guard known.message.text != text || known.message.hint != hint else { return }
      known.message.text = text
      known.message.hint = hint
      conditions[code] = known
      return
    }
    let message = HealthMessage(
      code: code.rawValue, severity: code.severity, text: text, hint: hint, since: now())
    conditions[code] = Condition(message: message, isVisible: false)
    if code.graceSeconds == 0 {
      show(code)
    } else {
      conditions[code]?.timer = loop.timer(after: code.graceSeconds) { [weak self] in
        self?.show(code)
      }
    }
  }

  /// Says that `code` is not the case.
  public func clear(_ code: HealthCode) {
    guard let condition = conditions.removeValue(forKey: code) else { return }
    condition.timer?.cancel()
    guard condition.isVisible else { return }
    var ended = condition.message
    ended.until = now()
    if let index = entries.firstIndex(where: {
      $0.code == ended.code && $0.since == ended.since && $0.until == nil
    }) {
      entries.remove(at: index)
    }
    remember(ended)
    journal.notice("\(code.rawValue): is over")
    changed()
  }

  private func show(_ code: HealthCode) {
    guard var condition = conditions[code], !condition.isVisible else { return }
    condition.isVisible = true
    condition.timer = nil
    conditions[code] = condition
    remember(condition.message)
    let hint = condition.message.hint.map { "; \($0)" } ?? ""
    journal.log(
      code.severity == .info ? .notice : code.severity == .warning ? .warning : .error,
      "\(code.rawValue): \(condition.message.text)\(hint)")
    changed()
  }

  private func remember(_ message: HealthMessage) {
    entries.insert(message, at: 0)
    entries.removeLast(max(0, entries.count - Self.historyCount))
  }

  /// What is wrong at present, the worst first.
  public var current: [HealthMessage] {
    conditions.values.filter(\.isVisible).map(\.message)
      .sorted { ($1.severity, $0.since, $0.code) < ($0.severity, $1.since, $1.code) }
  }

  /// The last changes, the newest first.
  public var history: [HealthMessage] { entries }

  // MARK: Over a restart

  /// The history as text, to be kept in the database.
  public var stored: [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    for entry in entries { writer.value(entry) }
    writer.endArray()
    return writer.bytes
  }

  /// Takes a history over that an earlier run kept. What was open then ended without being seen to.
  public func restore(_ text: [UInt8]) {
    guard let value = try? JSONValue(parsing: text), let kept = value.array else { return }
    let earlier = kept.compactMap(HealthMessage.init(decoding:))
    entries = Array((entries + earlier).prefix(Self.historyCount))
  }
}

extension HealthMessage {
  /// Reads an entry of a kept history.
  init?(decoding value: JSONValue) {
    guard let code = value["code"]?.string, let text = value["text"]?.string,
      let severity = value["severity"]?.string.flatMap(Severity.init(rawValue:)),
      let since = value["since"]?.string.flatMap({ UTCTime($0) })
    else { return nil }
    self.init(
      code: code, severity: severity, text: text, hint: value["hint"]?.string, since: since,
      until: value["until"]?.string.flatMap { UTCTime($0) })
  }
}
