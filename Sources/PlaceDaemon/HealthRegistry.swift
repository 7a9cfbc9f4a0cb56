import EventLoop
import Geography
import PlaceProtocol
import Supervision

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
  private var changes: [HealthChange] = []
  /// The newest of `changes` that the database does not have, the oldest first.
  private var unkept: [HealthChange] = []
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
    remember(condition.message, isOver: true)
    journal.notice("\(code.rawValue): is over")
    changed()
  }

  private func show(_ code: HealthCode) {
    guard var condition = conditions[code], !condition.isVisible else { return }
    condition.isVisible = true
    condition.timer = nil
    conditions[code] = condition
    remember(condition.message, isOver: false)
    let hint = condition.message.hint.map { "; \($0)" } ?? ""
    journal.log(
      code.severity == .info ? .notice : code.severity == .warning ? .warning : .error,
      "\(code.rawValue): \(condition.message.text)\(hint)")
    changed()
  }

  private func remember(_ message: HealthMessage, isOver: Bool) {
    let change = HealthChange(
      time: isOver ? now() : message.since, code: message.code, severity: message.severity,
      text: message.text, hint: message.hint, isOver: isOver)
    changes.insert(change, at: 0)
    changes.removeLast(max(0, changes.count - Self.historyCount))
    unkept.append(change)
    unkept.removeFirst(max(0, unkept.count - Self.historyCount))
  }

  /// What is wrong at present, the worst first.
  public var current: [HealthMessage] {
    conditions.values.filter(\.isVisible).map(\.message)
      .sorted { ($1.severity, $0.since, $0.code) < ($0.severity, $1.since, $1.code) }
  }

  /// The last changes, the newest first.
  public var history: [HealthChange] { changes }

  /// Takes changes over that an earlier run kept, the newest first.
  public func restore(_ earlier: [HealthChange]) {
    changes = Array((changes + earlier).prefix(Self.historyCount))
  }

  /// Hands over the changes that were not kept yet, the oldest first; they then count as kept.
  public func takeUnkept() -> [HealthChange] {
    defer { unkept = [] }
    return unkept
  }
}
